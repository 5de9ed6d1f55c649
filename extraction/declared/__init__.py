"""What a page declares: JSON-LD, microdata, RDFa, Open Graph, application state, metadata, dates, language, page type.

Imported by `page` and `training`; imports `document` and `links`.
"""
