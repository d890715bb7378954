import type { AnswerOnScreen, JudgedAnswer, Judgment, Meeting } from "@/api/judging";

export function buildJudgment(changes: Partial<Judgment> = {}): Judgment {
  return {
    verdict: null,
    justification: "",
    context_opened: false,
    decided_at: null,
    version: 0,
    ...changes,
  };
}

export function buildJudgedAnswer(changes: Partial<JudgedAnswer> = {}): JudgedAnswer {
  const number = changes.number ?? 0;
  return {
    number,
    count: 3,
    question: { id: 70 + number, text: `who keeps ferry ${number}` },
    target: "long",
    passage_url: "/api/v1/judgment-rounds/5/answers/0/passage/",
    short_answers: [],
    yes_no_answer: "NONE",
    judgment: null,
    ...changes,
  };
}

export function buildAnswerOnScreen(changes: Partial<AnswerOnScreen> = {}): AnswerOnScreen {
  const number = changes.number ?? 0;
  return {
    number,
    question: { id: 70 + number, text: `who keeps ferry ${number}` },
    target: "long",
    passage_url: "/api/v1/judgment-rounds/5/answers/0/passage/",
    short_answers: [],
    yes_no_answer: "NONE",
    verdicts: [
      {
        expert: 1,
        name: "Expert 1",
        verdict: "C",
        justification: "It says so.",
        context_opened: false,
      },
      { expert: 2, name: "Expert 2", verdict: "W", justification: "", context_opened: true },
    ],
    notes: [],
    consensus: null,
    ...changes,
  };
}

export function buildMeeting(changes: Partial<Meeting> = {}): Meeting {
  return {
    revision: 1,
    phase: "consensus",
    on_screen: 0,
    shown_by: "Expert 1",
    shown_by_you: false,
    agreed: 1,
    answers: [
      {
        number: 0,
        question: "who keeps ferry 0",
        verdicts: ["C", "W"],
        agreed: false,
        consensus: null,
      },
      {
        number: 1,
        question: "who keeps ferry 1",
        verdicts: ["C", "C"],
        agreed: true,
        consensus: "C",
      },
      {
        number: 2,
        question: "who keeps ferry 2",
        verdicts: ["C_d", "W"],
        agreed: false,
        consensus: null,
      },
    ],
    answer: buildAnswerOnScreen(),
    experts: [
      { number: 1, name: "Expert 1", is_you: false, in_meeting: true },
      { number: 2, name: "Expert 2", is_you: true, in_meeting: true },
    ],
    ...changes,
  };
}
