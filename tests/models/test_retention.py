"""Old jobs go piece by piece, with everything that belongs to them."""

from __future__ import annotations

from sqlalchemy import Engine, text

from models import retention
from models.accounts import credits, workspace
from models.base import new_id
from models.pages import page_job
from models.pages.page import NewPage


def test_a_big_old_job_goes_piece_by_piece(database: Engine) -> None:
    job_id = new_id()
    with database.begin() as connection:
        owner = workspace.create(connection, "old")
        credits.grant(connection, owner, 10, key="first")
        pages = [NewPage(url=f"https://a.example/{n}", key=f"{n:032x}", host="a.example") for n in range(25)]
        page_job.create(
            connection, job_id=job_id, workspace_id=owner, operation="batch", options={}, path="/", price=1, pages_max=25,
            pages=pages,
        )  # fmt: skip
        connection.execute(
            text("UPDATE job SET status = 'completed', finished_at = now() - interval '8 days' WHERE id = :id"),
            {"id": job_id},
        )

    rounds = 1
    with database.begin() as connection:
        while retention.clear(connection, rows=10):
            rounds += 1
        left = connection.execute(
            text("SELECT (SELECT count(*) FROM page WHERE job_id = :id) + (SELECT count(*) FROM job WHERE id = :id)"),
            {"id": job_id},
        ).scalar_one()

    assert left == 0 and rounds >= 3
