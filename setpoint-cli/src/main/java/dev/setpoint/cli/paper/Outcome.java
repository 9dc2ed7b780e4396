package dev.setpoint.cli.paper;

/** What became of one statement of the paper in one run of ours. */
enum Outcome {
    HOLDS("holds", "hold"),
    IN_PART("holds in part", "hold in part"),
    FAILS("does not hold", "do not hold");

    private final String words;
    private final String plural;

    Outcome(String words, String plural) {
        this.words = words;
        this.plural = plural;
    }

    String plural() {
        return plural;
    }

    String words() {
        return words;
    }

    /** Of a statement about all of some: it holds for every one of them, in part for more than half. */
    static Outcome ofAll(int inFavour, int all) {
        return inFavour == all ? HOLDS : 2 * inFavour > all ? IN_PART : FAILS;
    }

    /** Of a statement about most of many: it holds for three quarters of them, in part for more than half. */
    static Outcome ofMost(int inFavour, int all) {
        return 4 * inFavour >= 3 * all ? HOLDS : 2 * inFavour > all ? IN_PART : FAILS;
    }
}
