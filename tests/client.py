"""Django's test client as browsers are, and the queue of files without its workers."""

from urllib.parse import urlencode

from django.test import Client

FORM = "application/x-www-form-urlencoded"
_post = Client.post


def _post_as_browsers_do(self, path, data=None, content_type=FORM, **more):
    fields = content_type == FORM and not isinstance(data, str | bytes)
    return _post(self, path, urlencode(data or {}, doseq=True) if fields else data, content_type, **more)


def post_urlencoded_forms():
    """Let every `Client` post urlencoded forms: Django's are multipart, which the site has none of and refuses."""
    Client.post = _post_as_browsers_do


def make_sheets_at_once(patch):
    """Make each sheet in this process as soon as it is asked for. patch -- a `pytest.MonkeyPatch`"""
    from builder.exports import making
    from builder.exports.models import KeptFile

    save = KeptFile.save

    def save_and_make(kept, **options):
        save(kept, **options)
        if kept.task_id:
            make_files()

    patch.setattr(making, "run_forked", lambda function, *_limits: function())
    patch.setattr(KeptFile, "save", save_and_make)


def make_files():
    """What a file worker does with all that is ready."""
    while make_file():
        pass


def make_file():
    """What a file worker does with the next task of its queue, in this process; whether there was one."""
    from django_tasks_db.models import DBTaskResult

    from builder.exports import making
    from builder.management.queue_worker import QueueWorker
    from builder.stopping import Stop

    task = DBTaskResult.objects.ready().filter(queue_name=making.QUEUE).first()
    if task:
        task.claim("test")
        QueueWorker(making.QUEUE, Stop()).run_task(task)
    return task is not None
