"""The times of a watch's checks. Pure: the caller says what time it is.

Watches with the same schedule are spread by their ids, so that a thousand watches of "every hour" do not start together.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from uuid import UUID
from zoneinfo import ZoneInfo

from cronsim import CronSim

from contract.options.watch import WatchSchedule

# Times of a cron expression are delayed by up to this, and by at most a tenth of the time to the next one.
CRON_SPREAD = timedelta(minutes=5)
_REFERENCE = datetime(2024, 1, 1, tzinfo=UTC)
# The pause after the first failed check. It doubles with each further one.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=5), timedelta(days=1)
# The second visit, which shows what changes at every visit, follows the first one soon.
SECOND_VISIT = timedelta(seconds=60)


def next_time(schedule: WatchSchedule, watch_id: UUID, now: datetime, failures: int = 0) -> datetime:
    """The time of the next check after `now`. However late `now` is, it is one time: missed checks are not repeated.

    Args:
        failures: the number of checks that have failed without one that succeeded since.
    """
    after = now + pause_after(failures)
    if schedule.cron is not None:
        return _next_cron(schedule.cron, schedule.time_zone, watch_id, after)
    interval = (schedule.every_minutes or 0) * 60
    # The lower half of a UUIDv7 is random.
    phase = watch_id.int % interval
    seconds = int(after.timestamp())
    return datetime.fromtimestamp(seconds - (seconds - phase) % interval + interval, UTC)


def pause_after(failures: int) -> timedelta:
    """How long a watch rests after this number of failed checks."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 12)) if failures else timedelta()


def _next_cron(cron: str, time_zone: str, watch_id: UUID, after: datetime) -> datetime:
    delay = _delay(cron, watch_id)
    zone = ZoneInfo(time_zone)
    return next(CronSim(cron, (after - delay).astimezone(zone))).astimezone(UTC) + delay


def _delay(cron: str, watch_id: UUID) -> timedelta:
    times = list(islice(CronSim(cron, _REFERENCE), 2))
    gap = times[1] - times[0] if len(times) == 2 else timedelta(days=1)
    most = int(min(CRON_SPREAD, gap / 10).total_seconds())
    return timedelta(seconds=watch_id.int % (most + 1))
