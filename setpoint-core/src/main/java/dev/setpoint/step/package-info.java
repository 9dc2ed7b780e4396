/**
 * What a step adds to a learner, as values that can be computed apart, stored, merged and applied. Parts of a learner whose state moves by
 * sums have theirs here; all others are given their answers in order.
 */
package dev.setpoint.step;
