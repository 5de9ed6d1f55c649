"""Reads a company's brand from its home page: name, logos, colours, fonts, social profiles, each with its source.

`side_files` says which files to fetch beside the page, `home_page` reads page and files, `resolve` adds the logos' bytes.
Pure: no network, clock or database. Imported by the crawler.
"""
