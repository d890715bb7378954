"""What an annotator did with a suggestion, kept with the annotation."""

from annotator.collecting.annotations.models import Annotation, NaturalQuestionsAnswer
from annotator.collecting.suggestions.models import Suggestion, SuggestionUse
from annotator.collecting.suggestions.uses import Chosen, Suggested, compare


def record_use(*, annotation: Annotation) -> SuggestionUse | None:
    """Keep how a newly submitted annotation compares with what was drawn for its assignment.

    Call it in the submission's transaction. None where nothing was drawn.
    """
    if not annotation.assignment.project.has_suggestions:
        return None
    suggestion = Suggestion.objects.filter(pk=annotation.assignment_id).first()
    if suggestion is None:
        return None
    answer = NaturalQuestionsAnswer.objects.get(pk=annotation.pk)
    use, box = compare(suggested_in(suggestion), _chosen(answer))
    return SuggestionUse.objects.create(
        annotation=annotation, suggestion=suggestion, use=use, box=box
    )


def suggested_in(suggestion: Suggestion) -> Suggested:
    """The suggestion that was, or would have been, shown."""
    return Suggested(
        [(index, start, end) for index, start, end in suggestion.boxes],
        [(start, end) for start, end in suggestion.short_answers],
        suggestion.yes_no_answer,
    )


def _chosen(answer: NaturalQuestionsAnswer) -> Chosen:
    index, start, end = answer.candidate_index, answer.long_start_token, answer.long_end_token
    if index is None or start is None or end is None:
        return Chosen(None)
    spans = [(first, last) for _, _, first, last in answer.short_answers]
    return Chosen((index, start, end), spans, answer.yes_no_answer)
