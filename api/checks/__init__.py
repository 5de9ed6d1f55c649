"""What a request must pass before work starts: key, strict JSON, permitted addresses, space in the queue.

May be imported by every other file of `api`.
"""
