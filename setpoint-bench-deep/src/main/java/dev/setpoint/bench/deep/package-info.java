/** What a network costs inside the loop: steps held against libtorch's and PyTorch's bare ones, heads, and memory. */
package dev.setpoint.bench.deep;
