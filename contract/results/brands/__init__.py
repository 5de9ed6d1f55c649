"""The results about companies: brands, their logos, and the styleguides of their sites.

Imported by every package; imports only `contract`.
"""
