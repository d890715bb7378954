"""Omissions of a release, in words."""

from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.figures import counted


def left_out_sentences(contents: Contents) -> list[str]:
    """Each omission and its reason, a sentence each."""
    project, left_out = contents.project, contents.left_out
    told = ["Names, mail addresses and accounts: annotators have pseudonyms."]
    if project.hidden_split:
        told.append("A hidden split, which serves to test systems.")
    if left_out.examples:
        told.append(f"{counted(len(left_out.examples), 'withdrawn example')}.")
    if left_out.people:
        people = "1 person" if len(left_out.people) == 1 else f"{len(left_out.people):,} people"
        told.append(f"All annotations of {people} who objected to their publication.")
    if not contents.simulated and (simulated := contents.has_simulated):
        told.append(f"{counted(simulated, 'simulated annotation')}, which no person made.")
    return told
