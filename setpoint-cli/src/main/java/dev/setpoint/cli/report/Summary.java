package dev.setpoint.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What {@code summary.json} says: the stream cut into quarters, means over the seeds.
 *
 * @param alpha the share of queries a class may be missed in, in (0, 1)
 * @param marginal whether alpha is of all queries together and not of each class
 * @param seeds how many seeds were run, at least 1
 * @param correctPulls the share of correct pulls in each quarter, NaN where a quarter has none
 * @param crossEntropy of the model in each quarter; NaN in folders from before it was written
 * @param heads in the order of the file
 * @param outOfScope heads as they answered queries of no known class; empty if there were none
 */
record Summary(
        double alpha,
        boolean marginal,
        int seeds,
        List<Double> correctPulls,
        List<Double> crossEntropy,
        List<Head> heads,
        List<OutOfScope> outOfScope) {
    static final String FILE = "summary.json";

    Summary {
        correctPulls = List.copyOf(correctPulls);
        crossEntropy = List.copyOf(crossEntropy);
        heads = List.copyOf(heads);
        outOfScope = List.copyOf(outOfScope);
    }

    static Summary read(Path folder) throws IOException {
        JsonFile file = JsonFile.read(folder, FILE);
        JsonNode root = file.root();
        double alpha = file.number(root, "alpha");
        if (!(alpha > 0 && alpha < 1)) {
            throw file.wrong("alpha", root.path("alpha"), "in (0, 1)");
        }
        double seeds = file.number(root, "seeds");
        if (!(seeds >= 1 && seeds <= Integer.MAX_VALUE && seeds == Math.rint(seeds))) {
            throw file.wrong("seeds", root.path("seeds"), "a whole number >= 1");
        }
        List<Head> heads = new ArrayList<>();
        for (JsonNode head : file.array(root, "heads")) {
            heads.add(Head.of(file, head));
        }
        List<OutOfScope> outOfScope = new ArrayList<>();
        if (root.has("outOfScope")) {
            for (JsonNode head : file.array(root, "outOfScope")) {
                outOfScope.add(new OutOfScope(
                        file.text(head, "name"),
                        file.number(head, "emptyShare"),
                        file.number(head, "meanSize"),
                        file.number(head, "inScopeEmptyShare")));
            }
        }
        boolean marginal = root.path("coverage").asText().equals("marginal");
        return new Summary(
                alpha,
                marginal,
                (int) seeds,
                file.quarters(root, root.has("correctPulls") ? "correctPulls" : "rightPulls"), // the earlier name
                quartersIfThere(file, root, "crossEntropy"),
                heads,
                outOfScope);
    }

    private static List<Double> quartersIfThere(JsonFile file, JsonNode node, String field) throws ReportException {
        return node.has(field) ? file.quarters(node, field) : Collections.nCopies(4, Double.NaN);
    }

    /**
     * One head by quarter.
     *
     * @param coverageMin the minimum class coverage
     * @param coverageMax the maximum class coverage
     * @param coverageMarginal the coverage of all queries together; NaN in folders from before it was written
     * @param size labels per set
     * @param emptyShare the share of empty sets; NaN in folders from before it was written
     * @param accumulated the same over the whole stream
     */
    record Head(
            String name,
            String score,
            String tracker,
            List<Double> coverageMin,
            List<Double> coverageMax,
            List<Double> coverageMarginal,
            List<Double> size,
            List<Double> emptyShare,
            Accumulated accumulated) {
        Head {
            coverageMin = List.copyOf(coverageMin);
            coverageMax = List.copyOf(coverageMax);
            coverageMarginal = List.copyOf(coverageMarginal);
            size = List.copyOf(size);
            emptyShare = List.copyOf(emptyShare);
        }

        private static Head of(JsonFile file, JsonNode head) throws ReportException {
            JsonNode all = head.path("accumulated");
            return new Head(
                    file.text(head, "name"),
                    Numbers.writtenOut(file.text(head, "score")),
                    Numbers.writtenOut(file.text(head, "tracker")),
                    file.quarters(head, "coverageMin"),
                    file.quarters(head, "coverageMax"),
                    quartersIfThere(file, head, "coverageMarginal"),
                    file.quarters(head, "size"),
                    quartersIfThere(file, head, "emptyShare"),
                    new Accumulated(
                            file.number(all, "coverageMin"),
                            file.number(all, "coverageMax"),
                            file.number(all, "size")));
        }
    }

    /** A head's metrics over the whole stream. */
    record Accumulated(double coverageMin, double coverageMax, double size) {}

    /**
     * One head's answers to queries of no known class.
     *
     * @param emptyShare the share of empty sets
     * @param meanSize labels per set
     * @param inScopeEmptyShare the share of empty sets among queries of a known class, in the last quarter
     */
    record OutOfScope(String name, double emptyShare, double meanSize, double inScopeEmptyShare) {}
}
