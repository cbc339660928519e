"""Celery's worker and beat as threads of the web process, for nights without Redis."""

from __future__ import annotations

import threading
from typing import Any

from celery.beat import Scheduler, Service

from tdapp.celery import app


def start_worker() -> Any:
    """Start a worker thread (two tasks at a time) and return its controller."""
    controller = app.WorkController(
        pool="threads", concurrency=2, without_heartbeat=True, without_mingle=True, without_gossip=True
    )
    threading.Thread(target=controller.start, name="worker", daemon=True).start()
    return controller


def start_beat() -> Service:
    """Start the thread that sends the sweep and the backup when they are due."""
    service = Service(app, scheduler_cls=Scheduler)
    threading.Thread(target=service.start, name="beat", daemon=True).start()
    return service


def sweep_now() -> None:
    """Queue one sweep: what came due while nothing ran is recorded first of all."""
    app.send_task("tdapp.clock.tasks.sweep")
