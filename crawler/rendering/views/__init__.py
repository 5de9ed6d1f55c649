"""What is taken of a settled page instead of its HTML: a screenshot, or the styles that a styleguide is made of.

The scripts run in the page, in an isolated world. Imported by `crawler.spiders`.
"""
