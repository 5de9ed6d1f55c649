"""Rules beside the learned models: what landmarks say, the headline, and blocks that were kept and are not content.

Imported by `extraction.content`; imports its blocks and vocabulary, never the models.
"""
