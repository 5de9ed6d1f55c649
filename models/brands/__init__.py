"""Brands: records and logo files, their search, the resolutions in progress, and the allowance of logo serving.

Imported by `api` and `crawler`. Imports `models.notices` and `models.base`.
"""
