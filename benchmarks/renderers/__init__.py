"""What `benchmarks.render` drives: the site of pages built by script, and one program per renderer that is compared.

A renderer reads `{"urls": […], "at_once": 4}` a line and answers `{"missing": […]}`: the pages without their end mark.
"""
