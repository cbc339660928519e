"""The task queue: in this process and in memory by default, in Redis when REDIS_URL names one.

Nothing at the table waits for a task and none is trusted to arrive: what a lost one should have
done is found by the sweep.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")

SWEEP_SECONDS = 2.0
LOCK_SECONDS = 10.0
BACKUP_SECONDS = 15 * 60.0


def broker(redis_url: str) -> dict[str, Any]:
    """Celery's settings for the way of its messages: this process's memory, or Redis."""
    if not redis_url:
        # The worker asks for work: 20 ms costs 1 % of a core and keeps "at once" under 0.03 s.
        return {
            "broker_url": "memory://",
            "broker_transport": None,
            "broker_transport_options": {"polling_interval": 0.02},
        }
    return {
        "broker_url": redis_url,
        "broker_transport": "tdapp.redis_transport:Transport",
        # A message that was taken comes back after an hour: never less, or a task runs many times.
        "broker_transport_options": {
            "visibility_timeout": 3600,
            "socket_connect_timeout": 2,
            "socket_keepalive": True,
        },
    }


app = Celery("tapete", set_as_current=True)
app.conf.update(
    **broker(settings.REDIS_URL),
    # A Redis that is gone comes back some time in the night: nobody gives up on it.
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    task_ignore_result=True,
    task_acks_late=True,
    task_default_queue="tapete",
    worker_pool="threads",
    worker_concurrency=2,
    worker_prefetch_multiplier=4,
    # Beat keeps no file: after a restart every entry is due one period later, and a second beat does no harm.
    beat_scheduler="celery.beat:Scheduler",
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    enable_utc=True,
    timezone="UTC",
    beat_schedule={
        # A sweep that could not start within its own period is dropped: the next one does its work.
        "clock-sweep": {
            "task": "tdapp.clock.tasks.sweep",
            "schedule": SWEEP_SECONDS,
            "options": {"expires": SWEEP_SECONDS},
        },
        "lock-prizes": {
            "task": "tdapp.floor.tasks.lock_prizes",
            "schedule": LOCK_SECONDS,
            "options": {"expires": LOCK_SECONDS},
        },
        "backup": {
            "task": "tdapp.journal.tasks.back_up",
            "schedule": BACKUP_SECONDS,
            "options": {"expires": BACKUP_SECONDS},
        },
    },
)
app.autodiscover_tasks()
