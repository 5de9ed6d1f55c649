"""The spiders that look up companies: brands, their logos, and styleguides. `crawler.runner` runs them."""
