/** How arguments of public methods are refused, in the same words everywhere. Not exported. */
package dev.setpoint.argument;
