"""What a page declares: JSON-LD, microdata, RDFa, Open Graph, application state, metadata, dates, language, page type.

Imported by the layers above it in `extraction`, by the crawler and by `training`; imports only `document`.
"""
