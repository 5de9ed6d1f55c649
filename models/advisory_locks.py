"""The numbers of the service's advisory locks: any numbers that no other program on the same database uses.

To add a lock: a number that is not in this list.
"""

from __future__ import annotations

# Locks with two keys. The second key is a hash of the name of a host or of the id of a workspace.
SLICES_OF_WORKSPACE = 7_032
HOST = 7_033
BACKGROUND_JOBS_OF_WORKSPACE = 7_034

# Locks with one key: one process at a time migrates, and one sweeps.
MIGRATION = 7_032_026
SWEEP = 7_032_027
