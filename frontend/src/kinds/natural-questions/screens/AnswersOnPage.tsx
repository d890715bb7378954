import { useMemo, useState } from "react";

import type { PageView } from "@/anchoring/pageView";
import { PageFrame } from "@/annotating/PageFrame";

import type { AnswersOnPageProps } from "../../kindPages";
import type { NaturalQuestionsAnnotation } from "../types";
import { ANSWER_STYLE } from "./answerStyle";
import { COLOURS } from "./distinctAnswers";
import { useAnswersOnPage } from "./useAnswersOnPage";

/** A page with several answers marked in it, each in its colour and with its letter. */
export default function AnswersOnPage({
  page,
  groups,
  selected,
  onKey,
}: AnswersOnPageProps<NaturalQuestionsAnnotation>) {
  const [view, setView] = useState<PageView | null>(null);
  const answers = useMemo(
    () => groups.map((annotations, place) => ({ colour: place % COLOURS, annotations })),
    [groups],
  );
  useAnswersOnPage(view, answers, answers[selected ?? -1]?.annotations[0] ?? null, "list");
  return (
    <PageFrame
      page={page}
      handlers={{ onKey }}
      onOpen={(opened) => {
        opened?.view.addStyle(ANSWER_STYLE);
        setView(opened?.view ?? null);
      }}
    />
  );
}
