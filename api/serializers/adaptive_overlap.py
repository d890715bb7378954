"""Further annotations of examples whose answer is unsettled."""

from rest_framework import serializers

from annotator.quality.reports.adaptive import adapting_job
from annotator.quality.reports.agreement_sample import USUAL_SHARE, annotations_of_sample
from annotator.quality.reports.services import running_job
from annotator.workspace.projects.models import Project
from api.serializers.output import Output, reads
from api.serializers.strict import StrictInput


class AdaptiveOverlapInput(StrictInput):
    """Up to how many annotations an example gets while its answer is unsettled."""

    cap = serializers.IntegerField(
        min_value=2, max_value=100, allow_null=True, help_text="Null: nothing more is requested."
    )
    step = serializers.IntegerField(
        min_value=1, max_value=10, default=1, help_text="How many to add at a time."
    )
    confidence = serializers.FloatField(
        min_value=0.6,
        max_value=0.99,
        default=0.9,
        help_text="A decision is settled once its posterior reaches this.",
    )
    sample_share = serializers.FloatField(
        min_value=0,
        max_value=1,
        default=USUAL_SHARE,
        help_text=(
            "The share of examples that get ``cap`` annotations in any case, drawn by a seed, so "
            "that agreement can be measured. 0 for none."
        ),
    )


class AdaptiveOverlapOutput(Output[Project]):
    """What the project asks for. Where ``cap`` is null, nothing."""

    cap = serializers.IntegerField(source="adaptive_cap", allow_null=True)
    step = serializers.IntegerField(source="adaptive_step")
    confidence = serializers.FloatField(source="adaptive_confidence")
    sample_share = serializers.FloatField(source="adaptive_sample_share")

    @reads(serializers.IntegerField(help_text="The examples that the share is of."))
    def examples(self, project: Project) -> int:
        return project.examples.of_main_task().count()

    @reads(
        serializers.IntegerField(
            help_text=(
                "About how many annotations the sample gets beyond those that each example gets "
                "first; 0 without ``cap``."
            )
        )
    )
    def sample_annotations(self, project: Project) -> int:
        return annotations_of_sample(
            project.examples.of_main_task().count(),
            share=project.adaptive_sample_share,
            cap=project.adaptive_cap or 0,
            overlap=project.overlap,
        )

    @reads(
        serializers.UUIDField(
            allow_null=True,
            help_text=("The job that requests annotations, or computes which to request."),
        )
    )
    def job(self, project: Project) -> object:
        job = adapting_job(project) or running_job(project)
        return job.pk if job and project.adaptive_cap is not None else None
