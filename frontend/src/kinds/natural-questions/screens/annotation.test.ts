import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { encloses, overlaps } from "@/anchoring/spans";
import type { Candidate } from "@/api/types";

import type { Stage } from "../types";
import {
  afterAll,
  annotationReducer,
  beginAnnotation,
  boxOf,
  canReach,
  isComplete,
  nextStage,
  spansOf,
  type Annotation,
  type AnnotationAction,
} from "./annotation";
import { fromDraft, sameDraft, toDraft, toWire } from "./wire";

const PARAGRAPH = { index: 0, start_token: 0, end_token: 20 };
const TABLE = { index: 1, start_token: 20, end_token: 60 };
const ROW = { index: 2, start_token: 30, end_token: 40 };
const BOXES = [PARAGRAPH, TABLE, ROW];
const CANDIDATES: Candidate[] = BOXES.map((box) => ({ ...box, tag: "P", top_level: true }));
const NO_TIME = { question: 0, long_answer: 0, short_answer: 0 };
const NOTHING = { active_seconds: NO_TIME, word_jumps: 0 };

function play(...actions: AnnotationAction[]): Annotation {
  return actions.reduce(annotationReducer, beginAnnotation());
}

const good: AnnotationAction = { type: "judge", quality: "good" };
const bad: AnnotationAction = { type: "judge", quality: "bad" };
const none: AnnotationAction = { type: "choose_no_long_answer" };
const choose = (box: typeof ROW): AnnotationAction => ({ type: "choose_box", box });
const mark = (start_token: number, end_token: number): AnnotationAction => ({
  type: "mark_span",
  span: { start_token, end_token },
});
const yes: AnnotationAction = { type: "answer_yes_no", value: "yes" };
const noShort: AnnotationAction = { type: "choose_no_short_answer" };
const undo: AnnotationAction = { type: "undo" };
const letGo: AnnotationAction = { type: "let_go_of_box" };
const redo: AnnotationAction = { type: "redo" };

describe("the way through the stages", () => {
  test("one decision of two steps says what its first step took away", () => {
    const marked = play(good, choose(PARAGRAPH), mark(2, 4));
    const decided = afterAll(marked, [choose(TABLE), yes]);
    expect([decided.stage, decided.notice]).toEqual([
      "review",
      "1 short answer outside the new passage was removed.",
    ]);
  });

  test("a bad question goes straight to the review, without an answer", () => {
    const state = play(bad);
    expect(state.stage).toBe("review");
    expect(toWire(state.answer)).toEqual({
      question_quality: "bad",
      long_answer: null,
      short_answers: [],
      yes_no_answer: "NONE",
      bad_reason: "",
    });
  });

  test("a question without an answer goes straight to the review", () => {
    const state = play(good, none);
    expect(state.stage).toBe("review");
    expect(toDraft(state.answer, state.stage, NOTHING)).toEqual({
      question_quality: "good",
      long_answer: null,
      long_answer_decided: true,
      short_answers: [],
      yes_no_answer: "NONE",
      bad_reason: "",
      short_answer_decided: false,
      stage: "review",
      active_seconds: NO_TIME,
      word_jumps: 0,
    });
  });

  test("several spans in a row of a table are kept in order", () => {
    const state = play(good, choose(ROW), mark(36, 38), mark(31, 33));
    expect(toWire(state.answer)).toEqual({
      question_quality: "good",
      long_answer: { candidate_index: 2 },
      short_answers: [
        { start_token: 31, end_token: 33 },
        { start_token: 36, end_token: 38 },
      ],
      yes_no_answer: "NONE",
      bad_reason: "",
    });
  });

  test("yes, no and none each complete the answer", () => {
    for (const [action, wire] of [
      [yes, "YES"],
      [{ type: "answer_yes_no", value: "no" }, "NO"],
      [noShort, "NONE"],
    ] as const) {
      const state = play(good, choose(ROW), action);
      expect([state.stage, toWire(state.answer).yes_no_answer]).toEqual(["review", wire]);
    }
  });

  test("a stage is reached only when what it asks can be asked", () => {
    const stages: Stage[] = ["question", "long_answer", "short_answer", "review"];
    const reachable = (state: Annotation) =>
      stages.filter((stage) => canReach(state.answer, stage));
    expect(reachable(play())).toEqual(["question"]);
    expect(reachable(play(good))).toEqual(["question", "long_answer"]);
    expect(reachable(play(bad))).toEqual(["question", "review"]);
    expect(reachable(play(good, choose(ROW)))).toEqual(["question", "long_answer", "short_answer"]);
    expect(reachable(play(good, choose(ROW), yes))).toEqual(stages);
    expect(play(good, { type: "go_to", stage: "review" }).stage).toBe("long_answer");
  });

  test("going back to a stage and confirming it loses nothing", () => {
    const before = play(good, choose(ROW), mark(31, 33), { type: "go_to", stage: "review" });
    const after = [{ type: "go_to", stage: "question" } as const, good].reduce(
      annotationReducer,
      before,
    );
    expect(after.answer).toEqual(before.answer);
    expect(after.stage).toBe("review");
    expect(annotationReducer(after, choose(ROW)).answer).toEqual(before.answer);
  });
});

describe("what can't be entered", () => {
  test("a short answer outside the passage is refused with a sentence", () => {
    const before = play(good, choose(ROW));
    for (const action of [mark(29, 31), mark(39, 41), mark(0, 2)]) {
      const after = annotationReducer(before, action);
      expect(after.answer).toEqual(before.answer);
      expect(after.notice).toBe("A short answer must be inside the chosen passage.");
    }
  });

  test("a short answer without a passage is refused", () => {
    for (const before of [play(), play(bad), play(good), play(good, none)]) {
      expect(annotationReducer(before, mark(1, 2)).answer).toEqual(before.answer);
      expect(annotationReducer(before, yes).answer).toEqual(before.answer);
      expect(annotationReducer(before, noShort).answer).toEqual(before.answer);
    }
  });

  test("an empty span is refused", () => {
    const before = play(good, choose(ROW));
    expect(annotationReducer(before, mark(33, 33))).toBe(before);
    expect(annotationReducer(before, mark(34, 33))).toBe(before);
  });

  test("an answer on a bad question is refused", () => {
    const before = play(bad);
    expect(annotationReducer(before, choose(ROW))).toBe(before);
    expect(annotationReducer(before, none)).toBe(before);
  });

  test("a span that overlaps others takes their place", () => {
    const state = play(good, choose(ROW), mark(31, 33), mark(35, 36), mark(38, 40), mark(32, 36));
    expect(toWire(state.answer).short_answers).toEqual([
      { start_token: 32, end_token: 36 },
      { start_token: 38, end_token: 40 },
    ]);
  });

  test("yes takes the place of spans, and a span that of yes, each with a notice", () => {
    const answered = play(good, choose(ROW), mark(31, 33), yes);
    expect(toWire(answered.answer).short_answers).toEqual([]);
    expect(answered.notice).toBe("“yes” replaces 1 short answer.");
    const marked = annotationReducer(answered, mark(31, 33));
    expect(toWire(marked.answer).yes_no_answer).toBe("NONE");
    expect(marked.notice).toBe("The marked words replace “yes”.");
  });
});

describe("choosing another passage", () => {
  test("short answers outside it are taken off, and undo brings them back", () => {
    const before = play(good, choose(TABLE), mark(31, 33), mark(50, 52));
    const after = annotationReducer(before, choose(ROW));
    expect(toWire(after.answer).short_answers).toEqual([{ start_token: 31, end_token: 33 }]);
    expect(after.notice).toBe("1 short answer outside the new passage was removed.");
    expect(annotationReducer(after, undo).answer).toEqual(before.answer);
  });

  test("when no short answer is left it has to be decided again", () => {
    const state = play(good, choose(TABLE), mark(50, 52), choose(ROW));
    expect(isComplete(state.answer)).toBe(false);
    expect(nextStage(state.answer)).toBe("short_answer");
    expect(isComplete(play(good, choose(TABLE), noShort, choose(ROW)).answer)).toBe(false);
  });

  test("yes stays, because it answers the question itself", () => {
    expect(toWire(play(good, choose(TABLE), yes, choose(ROW)).answer).yes_no_answer).toBe("YES");
  });

  test("calling the question bad takes the answer off, and undo brings it back", () => {
    const before = play(good, choose(ROW), mark(31, 33));
    const after = annotationReducer(before, bad);
    expect(after.answer).toEqual({ quality: "bad", reason: null });
    expect(after.notice).toBe("A bad question has no answer, so your answer was removed.");
    expect(annotationReducer(after, undo).answer).toEqual(before.answer);
  });
});

describe("removing", () => {
  const remove = (start_token: number, end_token: number): AnnotationAction => ({
    type: "remove_span",
    span: { start_token, end_token },
  });

  test("the last span leaves the short answer undecided", () => {
    const state = play(good, choose(ROW), mark(31, 33), remove(31, 33));
    expect(toWire(state.answer).short_answers).toEqual([]);
    expect(isComplete(state.answer)).toBe(false);
  });

  test("a span that is not there changes nothing", () => {
    const before = play(good, choose(ROW), mark(31, 33));
    expect(annotationReducer(before, remove(31, 34))).toBe(before);
  });
});

const anySpan = fc
  .tuple(fc.integer({ min: -2, max: 62 }), fc.integer({ min: -2, max: 62 }))
  .map(([start_token, end_token]) => ({ start_token, end_token }));

const anyAction = fc.oneof<fc.Arbitrary<AnnotationAction>[]>(
  fc.constantFrom(good, good, bad, none, yes, noShort, undo, redo),
  fc.constantFrom(...BOXES).map(choose),
  fc.constantFrom(...BOXES).map(choose),
  anySpan.map((span) => ({ type: "mark_span" as const, span })),
  anySpan.map((span) => ({ type: "mark_span" as const, span })),
  anySpan.map((span) => ({ type: "remove_span" as const, span })),
  fc
    .constantFrom<Stage>("question", "long_answer", "short_answer", "review")
    .map((stage) => ({ type: "go_to" as const, stage })),
);
const anyActions = fc.array(anyAction, { maxLength: 40 });

describe("whatever is done", () => {
  test("the answer is one that the server accepts", () => {
    fc.assert(
      fc.property(anyActions, (actions) => {
        const wire = toWire(play(...actions).answer);
        const box = BOXES.find(({ index }) => index === wire.long_answer?.candidate_index);
        if (wire.question_quality !== "good") expect(wire.long_answer).toBeNull();
        if (!box) {
          expect([wire.short_answers, wire.yes_no_answer]).toEqual([[], "NONE"]);
          return;
        }
        if (wire.yes_no_answer !== "NONE") expect(wire.short_answers).toEqual([]);
        wire.short_answers.forEach((span, position) => {
          expect(span.end_token).toBeGreaterThan(span.start_token);
          expect(encloses(box, span)).toBe(true);
          const next = wire.short_answers[position + 1];
          if (next) expect(overlaps(span, next)).toBe(false);
        });
      }),
      { numRuns: 500 },
    );
  });

  test("the stage can be reached", () => {
    fc.assert(
      fc.property(anyActions, (actions) => {
        const { answer, stage } = play(...actions);
        expect(canReach(answer, stage)).toBe(true);
      }),
    );
  });

  test("undo and redo lead back and forth through the same states", () => {
    fc.assert(
      fc.property(anyActions, (actions) => {
        const end = play(...actions);
        const undone = end.past.reduce<Annotation>((state) => annotationReducer(state, undo), end);
        expect(undone.past).toEqual([]);
        const redone = end.past.reduce<Annotation>(
          (state) => annotationReducer(state, redo),
          undone,
        );
        expect([redone.answer, redone.past, redone.future.length]).toEqual([
          end.answer,
          end.past,
          end.future.length,
        ]);
      }),
    );
  });

  test("a draft brings the answer back", () => {
    fc.assert(
      fc.property(anyActions, (actions) => {
        const { answer, stage } = play(...actions);
        const draft = toDraft(answer, stage, NOTHING);
        expect(fromDraft(draft, CANDIDATES)).toEqual(answer);
        expect(beginAnnotation(answer, stage).stage).toBe(stage);
        expect(sameDraft(draft, toDraft(answer, "question", { ...NOTHING, word_jumps: 9 }))).toBe(
          true,
        );
      }),
    );
  });
});

describe("taking a choice back", () => {
  test("a box of which nothing was said is let go", () => {
    expect(play(good, choose(ROW), letGo)).toMatchObject({
      answer: { quality: "good", long: { kind: "undecided" } },
      stage: "long_answer",
    });
    expect(boxOf(play(good, choose(ROW), letGo, undo).answer)?.index).toBe(ROW.index);
  });

  test("one with words marked is kept, and the boxes are shown", () => {
    const state = play(good, choose(ROW), mark(31, 33), letGo);
    expect([state.stage, spansOf(state.answer).length]).toEqual(["long_answer", 1]);
  });

  test("without a box nothing happens", () => {
    const state = play(good);
    expect(annotationReducer(state, letGo)).toBe(state);
  });
});

describe("bad after all", () => {
  const badAfterAll: AnnotationAction = { type: "judge", quality: "bad", reason: "ambiguous" };

  test("the reason goes along with the answer and its draft", () => {
    const { answer, stage } = play(good, badAfterAll);
    expect(toWire(answer)).toMatchObject({ question_quality: "bad", bad_reason: "ambiguous" });
    expect(fromDraft(toDraft(answer, stage, NOTHING), CANDIDATES)).toEqual(answer);
  });

  test("another reason is another answer, and good takes it back", () => {
    const first = play(good, badAfterAll);
    const other = annotationReducer(first, { ...badAfterAll, reason: "misread" });
    expect(other.answer).toEqual({ quality: "bad", reason: "misread" });
    expect(play(good, badAfterAll, good).answer).toMatchObject({ quality: "good" });
  });
});

describe("a draft that does not fit", () => {
  const draft = toDraft(
    play(good, choose(ROW), mark(31, 33), mark(35, 37)).answer,
    "review",
    NOTHING,
  );

  test("an unknown candidate counts as undecided", () => {
    const answer = fromDraft({ ...draft, long_answer: { candidate_index: 99 } }, CANDIDATES);
    expect(answer).toEqual({ quality: "good", long: { kind: "undecided" } });
    expect(beginAnnotation(answer, "review").stage).toBe("long_answer");
  });

  test("spans that overlap, are empty or lie outside are left out", () => {
    const short_answers = [
      { start_token: 31, end_token: 34 },
      { start_token: 33, end_token: 35 },
      { start_token: 36, end_token: 36 },
      { start_token: 39, end_token: 44 },
    ];
    expect(toWire(fromDraft({ ...draft, short_answers }, CANDIDATES)).short_answers).toEqual([
      { start_token: 31, end_token: 34 },
    ]);
  });

  test("no draft is an empty answer", () => {
    expect(fromDraft(null, CANDIDATES)).toEqual({ quality: null });
    expect(sameDraft(null, draft)).toBe(false);
    expect(sameDraft(null, null)).toBe(true);
  });
});
