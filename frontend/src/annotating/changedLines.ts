import { diffLines } from "diff";

/** Lines that follow each other and share a fate; `skipped` stands for lines that stay. */
export interface ChangedLines {
  readonly kind: "same" | "added" | "removed" | "skipped";
  readonly lines: readonly string[];
}

/** So many lines that stay are shown before and after a change. */
const CONTEXT = 2;

/** How one text became another, by lines; what stays is shown around the changes alone. */
export function changedLines(before: string, after: string): ChangedLines[] {
  // Earlier versions may have been stored with a carriage return at the end of each line.
  const parts = diffLines(ended(before), ended(after), { stripTrailingCr: true });
  return parts.flatMap(({ value, added, removed }, place): ChangedLines[] => {
    const lines = value.replace(/\n$/, "").split("\n");
    if (added) return [{ kind: "added", lines }];
    if (removed) return [{ kind: "removed", lines }];
    return around(lines, { isFirst: place === 0, isLast: place === parts.length - 1 });
  });
}

function around(
  lines: readonly string[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): ChangedLines[] {
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  if (lines.length <= head + tail + 1) return [{ kind: "same", lines }];
  const kept: ChangedLines[] = [
    { kind: "same", lines: lines.slice(0, head) },
    { kind: "skipped", lines: lines.slice(head, lines.length - tail) },
    { kind: "same", lines: lines.slice(lines.length - tail) },
  ];
  return kept.filter((part) => part.lines.length > 0);
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
