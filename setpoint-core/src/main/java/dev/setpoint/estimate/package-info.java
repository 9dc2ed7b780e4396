/** Estimates of the hidden indicator 1{Y=k} from the feedback to one pull. */
package dev.setpoint.estimate;
