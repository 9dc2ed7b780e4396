/** Queries as vectors: named numbers, categories and texts by hashing, texts by a frozen network, or dense numbers as they are. */
package dev.setpoint.feature;
