"""Makes the styleguide record from what `crawler/rendering/views/styles.js` observed in a page.

`observed` types the rows of the script; one file per noun reads them; `record` assembles the record. Pure. Imported by
`crawler.spiders.brands`.
"""
