/** Files that appear whole or not at all, and are not mistaken for one another. */
package dev.setpoint.cli.file;
