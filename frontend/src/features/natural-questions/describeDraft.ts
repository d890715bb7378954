import type { PageView } from "@/anchoring/pageView";
import type { Draft, Page } from "@/api/types";

import { boxOf, shortAnswerOf } from "./annotation";
import { boxName } from "./boxNames";
import { fromDraft } from "./wire";

/** What a draft says, line by line. */
export function describeDraft(
  draft: Draft | null,
  page: Page | null,
  view: PageView | null,
): string[] {
  const answer = fromDraft(draft, page?.candidates ?? []);
  if (answer.quality === null) return ["Nothing judged yet"];
  if (answer.quality === "bad") return ["Bad question"];
  const lines = ["Good question"];
  if (answer.long.kind === "none") lines.push("No answer on the page");
  const box = boxOf(answer);
  if (box) {
    const tag = page?.candidates.find(({ index }) => index === box.index)?.tag ?? "";
    lines.push(`${boxName(tag)}: ${view?.beginningOf(box, 10) ?? ""}`);
  }
  const short = shortAnswerOf(answer);
  if (short?.kind === "spans") {
    const texts = short.spans.map((span) => view?.shownTextOf(span) ?? "…");
    lines.push(`Short answers: ${texts.join(" · ")}`);
  } else if (short && short.kind !== "undecided") {
    lines.push(`Short answer: ${short.kind}`);
  }
  return lines;
}
