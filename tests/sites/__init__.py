"""Loopback sites that tests fetch: `origin` serves them, `pages` is what they answer, `rough` breaks the rules."""
