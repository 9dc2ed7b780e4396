package dev.setpoint.estimate;

/** Pulls that would have told the same. */
final class Pulls {
    private Pulls() {}

    /** How probable it was that one of these labels is pulled. */
    static double mass(double[] distribution, boolean[] pulls) {
        double mass = 0;
        for (int k = 0; k < pulls.length; k++) {
            mass += pulls[k] ? distribution[k] : 0;
        }
        return mass;
    }
}
