"""The only address of the bare site."""

from __future__ import annotations

from typing import ClassVar

from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path


class Row(models.Model):
    """What a POST writes: a number and a word, in a table with an index as an attempt's has."""

    number = models.PositiveIntegerField(db_index=True)
    word = models.CharField(max_length=26)

    objects: ClassVar[models.Manager[Row]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return f"{self.number} {self.word}"


def write(request: HttpRequest) -> HttpResponse:
    """Read the last row and write the next one."""
    with transaction.atomic():
        last = Row.objects.order_by("-pk").first()
        row = Row.objects.create(number=last.number + 1 if last else 0, word=request.POST["choice"])
    return HttpResponse(f"<p>{row.number}</p>")


def ready(_request: HttpRequest) -> HttpResponse:
    """Make the table if it is not there, and answer."""
    if Row._meta.db_table not in connection.introspection.table_names():
        with connection.schema_editor() as editor:
            editor.create_model(Row)
    return HttpResponse("ready")


urlpatterns = [path("row", write), path("healthz", ready)]
