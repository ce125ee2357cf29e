"""A bare Django site to measure ours against: one view that reads one row and writes one."""
