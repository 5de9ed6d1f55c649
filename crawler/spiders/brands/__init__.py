"""The spiders that look up companies: brands, their logos, and styleguides. Imported by `crawler.runner`."""
