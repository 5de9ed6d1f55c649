"""The words everyone uses: options, results, limits, prices, errors, operations.

Lives here: what crosses between floors, stated once. No I/O but the reading of the environment at the door.
May be imported by every package; imports none of ours and no framework but marshmallow.
"""
