import type { HistoryEvent } from "@/api/types";

import { describeBadReason } from "./badReasons";
import { count, formatCount, formatShare } from "./format";

type Described = Pick<HistoryEvent, "verb" | "subject" | "details">;

/** What an event was, as the end of a sentence that begins with who did it. */
export function describeEvent(event: Described): string {
  const known = SENTENCES[`${event.verb} ${event.subject}`] ?? SENTENCES[event.verb];
  if (known !== undefined) return known(event.details);
  return `${event.verb} the ${event.subject.replaceAll("_", " ")}`;
}

/** What was said about it: a note, a reason; "" when nothing was. */
export function eventText({ details }: Pick<HistoryEvent, "details">): string {
  return text(details, "reason") || text(details, "note");
}

type Details = HistoryEvent["details"];

const SENTENCES: Record<string, (details: Details) => string> = {
  "imported example": () => "imported and published it",
  "imported job": (details) => `imported ${counted(details.examples, "example")}`,
  "simulated project": (details) => `simulated ${counted(details.annotations, "annotation")}`,
  claimed: (details) =>
    text(details, "from") === "expired" || text(details, "from") === "released"
      ? "got the question again"
      : "got the question",
  renewed: () => "went on after the time had run out",
  expired: () => "The time ran out",
  time_up: () => "The time for the question was up",
  released: () => "gave the question back",
  freed: () => "freed the parked question for others",
  skipped: () => "skipped the question",
  parked: () => "parked the question",
  resumed: (details) =>
    text(details, "time_was_up_at") === ""
      ? "continued the question"
      : "continued the question, with the full time",
  submitted: (details) =>
    (details.late === true ? "submitted an answer, late" : "submitted an answer") +
    afterPage(details),
  "undid annotation": () => "took the answer back",
  "revised annotation": (details) => `changed the answer${afterPage(details)}`,
  "reopened annotation": () => "asked to look at the answer again",
  "withdrew annotation": () => "took back the request to look again",
  "accepted late_annotation": () => "decided that the late answer counts",
  "withdrew late_annotation": () => "decided that the late answer does not count",
  "decided adjudication": () => "decided on the answer",
  "withdrew adjudication": () => "took the decision on the answer back",
  "marked control": () => "marked the example as a control",
  "unmarked control": () => "took the mark of a control away",
  "named named_assignment": (details) => `gave the question to ${String(details.member)} next`,
  "took_back named_assignment": (details) => `took the question for ${String(details.member)} back`,
  "changed project": describeChange,
  "took_out example": () => "took the example out",
  "put_back example": () => "put the example back",
  "changed example": (details) =>
    "overlap" in asObject(details.after)
      ? `asked for ${counted(asObject(details.after).overlap, "annotation")}`
      : "changed the priority",
  "set targets": (details) =>
    `set ${counted(Array.isArray(details.after) ? details.after.length : 0, "quality target")}`,
  "set pay": (details) =>
    text(details, "after") === ""
      ? "took the pay per hour away"
      : `set the pay to ${text(details, "after")} an hour`,
  "drew splits": (details) =>
    `drew the splits ${names(details.parts)} with seed ${Number(details.seed)}`,
  "hid split": (details) => `hid the split ${text(details, "split")}`,
  "showed split": (details) => `showed the split ${text(details, "split")} to all leads again`,
  "changed steward": (details) =>
    details.is_steward === true
      ? `let ${text(details, "user")} see the hidden split`
      : `hid the hidden split from ${text(details, "user")}`,
  "paused project": () => "paused the project",
  "archived project": () => "archived the project",
  "reopened project": (details) =>
    text(details, "from") === "archived" ? "reopened the project" : "resumed the project",
  "deleted project": () => "put the project into the bin",
  "restored project": () => "took the project out of the bin",
  "created project": () => "created the project",
  "added membership": (details) =>
    `added ${text(details, "user") || "somebody"} as ${aRole(details)}`,
  "changed membership": (details) =>
    details.is_active === false
      ? `ended the membership of ${text(details, "user") || "somebody"}`
      : `made ${text(details, "user") || "somebody"} ${aRole(details)}`,
  "asked question_thread": () => "parked it with a question to the leads",
  "asked_again question_thread": () => "wrote more about the question",
  "answered question_thread": () => "answered a question for the leads",
  "closed question_thread": () => "closed a question for the leads",
  "published faq_entry": (details) =>
    `published version ${Number(details.version)} of FAQ entry ${Number(details.number)}`,
  "withdrew faq_entry": (details) => `withdrew FAQ entry ${Number(details.number)}`,
  "gave feedback": () => "gave feedback on the answer",
  "acknowledged feedback": () => "read the feedback",
  "withdrew feedback": () => "took feedback back",
  "added guideline_picture": (details) => `added the picture ${text(details, "picture")}`,
  "wrote short_instructions": (details) =>
    `wrote version ${Number(details.version)} of the short instructions`,
  "chosen_for_training example": (details) =>
    `took the question out of the main task for ${details.step === "exam" ? "the exam" : "the self-study"}`,
  "given_back_from_training example": () => "gave the question back to the main task",
  "started training_attempt": (details) => `began ${describeStep(details)}`,
  "finished training_attempt": (details) => `finished ${describeStep(details)}`,
  "graded training_attempt": () => "showed the grades of an exam",
  "graded_automatically training_attempt": () => "compared an exam with the references",
  "read training_attempt": () => "read the grades of the exam",
  "submitted training_answer": (details) =>
    details.reference === true ? "wrote the reference" : "answered a question of the training",
  "marked_session membership": (details) =>
    details.attended === true
      ? `held the session with ${text(details, "member")}`
      : `noted that ${text(details, "member")} did not come to the session`,
  "decided_training membership": describeVerdict,
  "wrote guideline": (details) => `wrote version ${Number(details.version)} of the guidelines`,
  ...ofRounds({
    opened: (round, { answers }) => `opened ${round} over ${counted(answers, "answer")}`,
    judged: (round, { answer }) => `judged ${judgedAnswer(answer)} of ${round}`,
    opened_context: (round, { answer }) =>
      `looked at the page of ${judgedAnswer(answer)} of ${round}`,
    closed_verdicts: (round) => `closed their verdicts in ${round}`,
    added_expert: (round, { expert }) => `added expert ${Number(expert)} to ${round}`,
    removed_expert: (round, { expert }) => `took expert ${Number(expert)} out of ${round}`,
    began_consensus: (round, { agreed, answers }) =>
      `All experts have closed ${round}: they agree on ${formatCount(Number(agreed))} of ${counted(answers, "answer")}`,
    showed_answer: (round, { answer }) => `showed ${judgedAnswer(answer)} of ${round} to all`,
    noted: (round, { answer }) => `noted something about ${judgedAnswer(answer)} of ${round}`,
    decided_consensus: (round, { answer, verdict }) =>
      `wrote down ${show(verdict)} as the consensus on ${judgedAnswer(answer)} of ${round}`,
    finished: (round) => `finished ${round}`,
    requested_annotations: (round, { annotations }) =>
      `asked for ${counted(annotations, "annotation")} of each example of ${round}`,
  }),
  "opened comparison_study": (details) => `opened comparison study ${Number(details.number)}`,
  "imported comparison_study": (details) =>
    `imported comparison study ${Number(details.number)} with ${counted(details.comparisons, "comparison")}`,
  "changed comparison_study": (details) =>
    `gave scores to the systems of comparison study ${Number(details.number)}`,
  "finished comparison_study": (details) => `finished comparison study ${Number(details.number)}`,
  "scored system": (details) => `scored ${text(details, "name")} on ${text(details, "split")}`,
  "changed system": (details) =>
    details.is_published === true
      ? `put ${text(details, "name")} on the published leaderboard`
      : `took ${text(details, "name")} off the published leaderboard`,
  "scored encoder": (details) =>
    `ranked the answers to ${text(details, "benchmark")} with ${text(details, "name")}`,
  "changed encoder": (details) =>
    details.is_published === true
      ? `showed the encoder ${text(details, "name")} on the published leaderboard`
      : `hid the encoder ${text(details, "name")} on the published leaderboard`,
  "deleted encoder": (details) => `deleted the encoder ${text(details, "name")} with its ranks`,
  "deleted system": (details) => `deleted the system ${text(details, "name")} with its scores`,
  "opened suggestions": (details) =>
    `chose the suggestions of ${text(details, "system")} for ${formatShare(Number(details.share))} of the assignments`,
  "ended suggestions": (details) => `ended the suggestions of ${text(details, "system")}`,
  "drew suggestion": (details) =>
    details.shown === true
      ? "saw a suggestion beside the page"
      : "saw the page without a suggestion",
  "changed error_labels": () => "changed the labels of error analyses",
  "opened error_analysis": (details) =>
    `opened ${describeAnalysis(details)} over ${counted(details.size, "answer")} with seed ${Number(details.seed)}`,
  "labelled error_analysis": (details) => `finished labelling in ${describeAnalysis(details)}`,
  "removed_labeller error_analysis": (details) =>
    `took labeller ${Number(details.labeller)}, who had labelled ${counted(details.labelled, "answer")}, out of ${describeAnalysis(details)}`,
  "finished error_analysis": (details) => `Everybody has finished ${describeAnalysis(details)}`,
  "deleted error_analysis": (details) => `deleted ${describeAnalysis(details)}`,
  "changed leaderboard": () => "changed who may submit to the hidden split, or how often",
  "unpublished gallery": () => "took the gallery back",
  "published leaderboard": () => "published the leaderboard",
  "unpublished leaderboard": () => "took the leaderboard down",
  "submitted comparison": (details) =>
    `compared two answers in comparison study ${Number(details.study)}`,
};

/** That the question was called bad although its page had been shown, and why. */
function afterPage(details: Details): string {
  const why = describeBadReason(details.bad_after_page);
  return why === "" ? "" : `: a bad question, said after seeing the page (${why})`;
}

/** Sentences about judgment rounds, given which round it is. */
function ofRounds(
  sentences: Record<string, (round: string, details: Details) => string>,
): typeof SENTENCES {
  const entries = Object.entries(sentences).map(([verb, sentence]) => [
    `${verb} judgment_round`,
    (details: Details) => sentence(`judgment round ${Number(details.round)}`, details),
  ]);
  return Object.fromEntries(entries) as typeof SENTENCES;
}

function describeAnalysis(details: Details): string {
  return `error analysis ${Number(details.number)} of ${text(details, "system")}`;
}

/** A number of things, which older events may lack. */
function counted(number: unknown, noun: string): string {
  return count(Number(number ?? 0), noun);
}

/** What people see of an answer's number, which counts from 0. */
function judgedAnswer(number: unknown): string {
  return `answer ${Number(number) + 1}`;
}

/** The names of parts, as in "train, dev, test". */
function names(parts: unknown): string {
  return Array.isArray(parts) ? parts.map((part) => text(asObject(part), "name")).join(", ") : "";
}

function describeStep(details: Details): string {
  return details.step === "exam" ? `exam ${Number(details.number)}` : "the self-study";
}

function describeVerdict(details: Details): string {
  const member = text(details, "member");
  switch (text(details, "verdict")) {
    case "accepted":
      return `accepted ${member} after the exam`;
    case "another_try":
      return `asked ${member} to try the exam once more`;
    case "requalify":
      return `asked ${member} to qualify again`;
    case "restored":
      return `withdrew the request that ${member} qualify again`;
    default:
      return `accepted ${member} without training`;
  }
}

const SETTINGS: Record<string, string> = {
  overlap: "annotations per example",
  lease_minutes: "time without activity",
  minutes_per_question: "limit per question",
  recommended_per_day: "recommendation per day",
  requires_training: "need for training",
  control_percent: "share of controls",
  control_seed: "seed of controls",
  regime: "regime",
  title: "title",
  allows_revisions: "whether answers may be changed",
  revision_minutes: "minutes in which answers may be changed",
  reviews_answers: "review before submitting",
  finds_question_words: "key to words of the question",
  queue_order: "order of the queue",
  context_threshold: "threshold of context passages",
  adaptive_cap: "most annotations of unsettled examples",
  adaptive_step: "annotations asked for at a time",
  adaptive_confidence: "confidence of settled answers",
  adaptive_sample_share: "share of the agreement sample",
};

function describeChange({ before, after, split }: Details): string {
  const [old, now] = [asObject(before), asObject(after)];
  const changes = Object.keys(now).map((name) => {
    const values =
      typeof now[name] === "boolean" ? "" : ` from ${show(old[name])} to ${show(now[name])}`;
    return `${SETTINGS[name] ?? name.replaceAll("_", " ")}${values}`;
  });
  if (changes.length === 0) return "changed the project";
  const where = typeof split === "string" ? ` for ${split}` : "";
  return `changed the ${changes.join(", the ")}${where}`;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function show(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "–";
}

function aRole(details: Details): string {
  const role = text(details, "role");
  return `${/^[ae]/.test(role) ? "an" : "a"} ${role}`;
}

function text(details: Details, name: string): string {
  const value = details[name];
  return typeof value === "string" ? value : "";
}
