/** What can be known of coverage, sizes and pulls where no label is ever seen. All mergeable by addition. */
package dev.setpoint.measure;
