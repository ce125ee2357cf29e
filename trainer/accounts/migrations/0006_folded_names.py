"""Names that a further letter case makes equal are stored in the folded form."""

from django.db import migrations

from trainer.accounts.names import plain_user_name


def fold(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    taken = set(User.objects.values_list("username", flat=True))
    for user in User.objects.only("username").iterator(chunk_size=1000):
        name = folded = plain_user_name(user.username)
        if folded == user.username:
            continue
        number = 1
        while name in taken:
            number += 1
            name = f"{folded}-{number}"
        taken.add(name)
        User.objects.filter(pk=user.pk).update(username=name)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_teacher_requests")]
    operations = [migrations.RunPython(fold, migrations.RunPython.noop, elidable=True)]
