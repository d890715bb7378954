import { useEffect } from "react";

import type { ChosenBy, PageView } from "@/anchoring/pageView";
import { letterOf } from "@/components/letters";

import type { NaturalQuestionsAnnotation } from "../types";
import { letterPlace } from "./answerStyle";
import { COLOURS, type DistinctAnswer } from "./distinctAnswers";

/** Marks all answers in their colours and with their letters, and scrolls to the selected annotation's. */
export function useAnswersOnPage(
  view: PageView | null,
  answers: readonly DistinctAnswer[],
  selected: NaturalQuestionsAnnotation | null,
  chosenBy: ChosenBy,
): void {
  useEffect(() => {
    if (!view) return;
    // The frequent answers come last, so that theirs is the colour of a box that several share.
    for (const { colour, annotations } of [...answers].reverse()) {
      const box = annotations[0]?.long_answer?.candidate_index;
      if (box !== undefined) view.elementOf(box)?.setAttribute("data-answer", String(colour));
    }
    const places = new Map<Element, string[]>();
    for (const [position, { annotations }] of answers.entries()) {
      const element = view.elementOf(annotations[0]?.long_answer?.candidate_index ?? -1);
      if (element === null) continue;
      const place = letterPlace(element);
      places.set(place, [...(places.get(place) ?? []), letterOf(position)]);
    }
    for (const [place, letters] of places) {
      place.setAttribute("data-answer-letters", letters.join(" "));
    }
    return () => {
      for (const place of places.keys()) place.removeAttribute("data-answer-letters");
    };
  }, [view, answers]);

  useEffect(() => {
    if (!view) return;
    for (let colour = 0; colour < COLOURS; colour++) {
      const same = answers.filter((answer) => answer.colour === colour);
      const spans = same.flatMap(({ annotations }) => annotations[0]?.short_answers ?? []);
      // The selected answer lies above those that overlap it.
      const above = same.some(({ annotations }) => selected && annotations.includes(selected));
      view.highlighter.set(`answer-${colour}`, view.rangesOf(spans), above ? 1 : 0);
    }
    const box = selected?.long_answer?.candidate_index ?? null;
    view.setSelected(box);
    const [span] = view.rangesOf(selected?.short_answers ?? []);
    const target = span ?? (box === null ? null : view.elementOf(box));
    if (target) view.reveal(target, chosenBy);
  }, [view, answers, selected, chosenBy]);
}
