"""What the benchmarks share: a running service and its sites, the load of its processes, and jobs that are started and timed."""
