"""A cache that is bounded by bytes."""

from __future__ import annotations

from crawler.bounded_cache import BoundedCache


def test_values_used_last_stay_as_long_as_they_fit() -> None:
    cache: BoundedCache[str, int] = BoundedCache(10)

    for number, name in enumerate("abcde"):
        cache.put(name, number, 3)
        cache.get("a")

    assert [cache.get(name) for name in "abcde"] == [0, None, None, 3, 4] and cache.size == 9


def test_value_that_grows_moves_others_out() -> None:
    cache: BoundedCache[str, int] = BoundedCache(10)
    cache.put("old", 1, 4)
    cache.put("grows", 2, 4)

    cache.resize("grows", 9)
    cache.resize("never there", 100)

    assert (cache.get("old"), cache.get("grows"), cache.size) == (None, 2, 9)


def test_sizes_are_accounted_for_when_a_value_is_replaced_dropped_or_too_large() -> None:
    cache: BoundedCache[str, int] = BoundedCache(10)
    cache.put("a", 1, 6)
    cache.put("a", 2, 3)
    assert cache.size == 3

    cache.drop("a")
    cache.drop("a")
    assert cache.size == 0

    cache.put("huge", 1, 11)
    assert cache.get("huge") is None and cache.size == 0
