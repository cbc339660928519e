import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('cash', '0004_expense_method'),
        ('opens', '0006_entry_buy_in'),
    ]

    operations = [
        migrations.AddField(
            model_name='bountyprize',
            name='envelope',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name='bountyprize',
            name='out',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bounty_prizes', to='opens.out'),
        ),
    ]
