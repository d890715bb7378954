"""Names and e-mail addresses are compared by their keys: NFKC and case folding.

Fails, and changes nothing, where two accounts would have the same one.
"""

from django.db import migrations

from annotator.foundation.names.name_collisions import refuse_collisions, write_keys
from annotator.foundation.names.name_keys import NameKey
from annotator.foundation.names.naming import name_key


def write_username_keys(apps, schema_editor):
    write_keys(apps.get_model("accounts", "User"), of="username")


def write_addresses(apps, schema_editor):
    User, EmailAddress = apps.get_model("accounts", "User"), apps.get_model("account", "EmailAddress")
    rows = EmailAddress.objects.order_by("pk").select_related("user")
    fix = "delete the row of account_emailaddress"
    # Of one account each address is one row; of all, those that somebody has confirmed.
    for chosen, group in ((rows.filter(verified=True), False), (rows, True)):
        refuse_collisions(
            (
                (
                    f"{row.user_id if group else ''} {name_key(row.email)}",
                    f"{row.email} of {row.user.username} (id {row.pk})",
                )
                for row in chosen
            ),
            fix=fix,
        )
    for model in (User, EmailAddress):
        for pk, email in model.objects.values_list("pk", "email"):
            if (kept := name_key(email)) != email:
                model.objects.filter(pk=pk).update(email=kept)
                print(f"The address {email} is written {kept} from now on.")


class Migration(migrations.Migration):

    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("accounts", "0004_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=NameKey(max_length=450, null=True, of="username"),
        ),
        migrations.RunPython(write_username_keys, migrations.RunPython.noop),
        migrations.RunPython(write_addresses, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="username_key",
            field=NameKey(max_length=450, of="username"),
        ),
    ]
