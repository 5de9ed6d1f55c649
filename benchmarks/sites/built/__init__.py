"""Made-up home pages in the habits of page builders, shops, frameworks and CSS systems. `replica.py` says how to add one."""
