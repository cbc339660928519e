from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("cash", "0005_bounty_rows")]

    operations = [
        migrations.AddField(
            model_name="specialprize",
            name="kind",
            field=models.CharField(
                choices=[
                    ("best_hand", "best hand"),
                    ("first_out", "first out"),
                    ("bubble", "bubble"),
                    ("place", "a place"),
                    ("other", "another prize"),
                ],
                default="other",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="specialprize",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", 0)),
                name="special_prize_not_negative",
                violation_error_code="money_negative",
            ),
        ),
    ]
