"""The float in the till, money counted without pieces, and one closed till for each open."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("cash", "0002_money"),
    ]

    operations = [
        migrations.AddField(
            model_name="tillcount",
            name="opening",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tillcount",
            name="other",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="tillcount",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided", False), ("closed", True)),
                fields=("open",),
                name="one_closed_till_per_open",
                violation_error_code="till_closed_already",
            ),
        ),
    ]
