package dev.setpoint.sim.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader understood of files, for the person who has to say whether it was meant so.
 *
 * @param layout what is to be said of rows as a whole, for example which delimiter was found; may be empty
 * @param columns what each column was read as, by its name and in the order of the file; empty where a format has no columns
 * @param warnings what may not be meant as it was read, each in one sentence
 */
public record WhatWasRead(List<String> layout, Map<String, String> columns, List<String> warnings) {
    /** What a warning about dates ends with; of no use to who reads rows in the order of the file already. */
    public static final String ORDER_HINT = ", and order: file if rows are in order of time";

    /** Nothing that the format does not say already. */
    public static final WhatWasRead NOTHING = new WhatWasRead(List.of(), Map.of(), List.of());

    /** Copies. */
    public WhatWasRead {
        layout = List.copyOf(layout);
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        warnings = List.copyOf(warnings);
    }
}
