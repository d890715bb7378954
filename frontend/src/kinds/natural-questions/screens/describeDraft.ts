import type { PageView } from "@/anchoring/pageView";
import type { Page } from "@/api/types";

import type { Draft } from "../types";
import { type Answer, boxOf, countSpans, shortAnswerOf } from "./annotation";
import { boxName } from "./boxNames";
import { fromDraft } from "./wire";

/** What a draft says, line by line; without a `view`, kinds and numbers stand for the words. */
export function describeDraft(
  draft: Draft | null,
  page: Page | null,
  view: PageView | null,
): string[] {
  return describeAnswer(fromDraft(draft, page?.candidates ?? []), page, view);
}

/** The same of an answer. */
export function describeAnswer(answer: Answer, page: Page | null, view: PageView | null): string[] {
  if (answer.quality === null) return ["Nothing judged yet"];
  if (answer.quality === "bad") return ["Bad question"];
  const lines = ["Good question"];
  if (answer.long.kind === "none") lines.push("No answer on the page");
  const box = boxOf(answer);
  if (box) {
    const tag = page?.candidates.find(({ index }) => index === box.index)?.tag ?? "";
    const name = boxName(tag);
    lines.push(view ? `${name}: ${view.beginningOf(box, 10)}` : withArticle(name));
  }
  const short = shortAnswerOf(answer);
  if (short?.kind === "spans") {
    const texts = short.spans.map((span) => view?.shownTextOf(span) ?? "");
    lines.push(view ? `Short answers: ${texts.join(" · ")}` : countSpans(texts.length));
  } else if (short && short.kind !== "undecided") {
    lines.push(`Short answer: ${short.kind}`);
  }
  return lines;
}

function withArticle(name: string): string {
  return name.endsWith("s") ? name : `A ${name.toLowerCase()}`;
}
