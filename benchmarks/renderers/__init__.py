"""Programs that `benchmarks.render` starts: a site of pages built by scripts, and one program per renderer.

A renderer reads lines of `{"urls": […], "at_once": 4}` and answers `{"missing": […]}`, the pages without their end mark.
"""
