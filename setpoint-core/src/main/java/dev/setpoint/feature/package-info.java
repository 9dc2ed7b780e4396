/** Queries as vectors: named numbers, categories and texts by hashing, or dense numbers as they are. */
package dev.setpoint.feature;
