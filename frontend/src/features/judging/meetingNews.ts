import type { Meeting } from "@/api/judging";
import { VERDICT_WORDS } from "@/components/verdicts";

/** What others did between two states of a meeting, in sentences; nothing of one's own doing. */
export function describeNews(before: Meeting, after: Meeting): string[] {
  return [
    ...describeMove(before, after),
    ...describeNotes(before, after),
    ...describeConsensus(before, after),
    ...describePresence(before, after),
    ...(before.phase === "consensus" && after.phase === "finished"
      ? ["The round is finished."]
      : []),
  ];
}

/** Who brought up the answer that everybody sees. */
export function describeMover({ shown_by: name, shown_by_you: isYou }: Meeting): string {
  if (isYou) return "You brought this answer up.";
  return name === null ? "" : `${name} brought this answer up.`;
}

function describeMove(before: Meeting, after: Meeting): string[] {
  const { answer, shown_by: name, shown_by_you: isYou } = after;
  if (!answer || isYou || before.answer?.number === answer.number) return [];
  return [`${name ?? "Somebody"} moved to answer ${answer.number + 1}: ${answer.question.text}`];
}

function describeNotes(before: Meeting, after: Meeting): string[] {
  if (!after.answer || before.answer?.number !== after.answer.number) return [];
  const known = new Set(before.answer.notes.map(({ id }) => id));
  return after.answer.notes
    .filter(({ id, is_you: isYou }) => !isYou && !known.has(id))
    .map(({ author, text }) => `${author} wrote: ${text}`);
}

function describeConsensus(before: Meeting, after: Meeting): string[] {
  return after.answers.flatMap(({ number, consensus }, position) => {
    const earlier = before.answers[position];
    if (consensus === null || earlier?.consensus === consensus) return [];
    return [`Consensus on answer ${number + 1}: ${VERDICT_WORDS[consensus].name}.`];
  });
}

function describePresence(before: Meeting, after: Meeting): string[] {
  return after.experts.flatMap(({ number, name, is_you: isYou, in_meeting: isIn }) => {
    const earlier = before.experts.find((each) => each.number === number);
    if (isYou || !earlier || earlier.in_meeting === isIn) return [];
    return [isIn ? `${name} joined the meeting.` : `${name} left the meeting.`];
  });
}
