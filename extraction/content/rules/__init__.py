"""Rules beside the learned models: what landmarks say, the headline, and blocks that were kept and are not content.

Imported by `extraction.content` and `extraction.changes`; imports the blocks and vocabulary, never the models.
"""
