"""Loopback sites for tests: `origin` serves them, `pages` has the response bodies, `rough` breaks the rules of HTTP."""
