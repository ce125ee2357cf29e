from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_owners(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who made a class owns it; where that teacher has left, the one who came first."""
    teachers = apps.get_model("classes", "ClassTeacher").objects.select_related("classroom").order_by("pk")
    owners: dict[int, tuple[bool, int]] = {}
    for teacher in teachers.iterator():
        stranger = teacher.classroom.created_by_id != teacher.user_id
        rank = (stranger, teacher.pk)
        owners[teacher.classroom_id] = min(rank, owners.get(teacher.classroom_id, rank))
    apps.get_model("classes", "ClassTeacher").objects.filter(
        pk__in=[pk for _stranger, pk in owners.values()]
    ).update(is_owner=True)


class Migration(migrations.Migration):
    dependencies = [("classes", "0002_pupils_by_list")]
    operations = [migrations.RunPython(name_owners, migrations.RunPython.noop)]
