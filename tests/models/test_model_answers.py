"""Kept answers of a language model: found until they expire, replaced by newer ones, deleted with their workspace."""

from __future__ import annotations

from uuid import uuid4

from sqlalchemy import Engine, func, select, text, update

from models import model_answers, retention
from models.accounts import workspace
from models.model_answers import RETENTION, ModelAnswer


def stored(connection: object, *keys: str) -> set[str]:
    return set(connection.execute(select(ModelAnswer.key).where(ModelAnswer.key.in_(keys))).scalars())  # type: ignore[attr-defined]


def test_answer_is_found_and_replaced(database: Engine) -> None:
    key = uuid4().hex
    with database.begin() as connection:
        assert model_answers.find(connection, key) is None
        model_answers.store(connection, key, '{"a": "ä"}', None)
        model_answers.store(connection, key, '{"a": 2}', None)

        assert model_answers.find(connection, key) == '{"a": 2}'


def test_expired_answers_are_not_found_and_are_deleted_in_portions(isolated_database: Engine) -> None:
    old, new = [uuid4().hex for _ in range(3)], uuid4().hex
    with isolated_database.begin() as connection:
        for key in (*old, new):
            model_answers.store(connection, key, "{}", None)
        connection.execute(
            update(ModelAnswer)
            .where(ModelAnswer.key.in_(old))
            .values(created_at=func.now() - RETENTION - text("interval '1 hour'"))
        )

        assert model_answers.find(connection, old[0]) is None and model_answers.find(connection, new) == "{}"
        assert retention.delete_model_answers(connection, rows=2) is True
        assert retention.delete_model_answers(connection, rows=2) is False
        assert stored(connection, *old, new) == {new}


def test_answers_about_private_pages_are_deleted_with_their_workspace(database: Engine) -> None:
    key = uuid4().hex
    with database.begin() as connection:
        owner = workspace.create(connection, "test")
        model_answers.store(connection, key, "{}", owner)
        connection.execute(text("DELETE FROM workspace WHERE id = :id"), {"id": owner})

        assert model_answers.find(connection, key) is None
