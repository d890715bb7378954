/** What the kinds of boxes are called, in words that need no HTML. */
const NAMES: Partial<Record<string, string>> = {
  p: "Paragraph",
  table: "Table",
  tr: "Row",
  ul: "List",
  ol: "Numbered list",
  dl: "Definitions",
  li: "List item",
  dt: "Term",
  dd: "Definition",
};

export function boxName(tag: string): string {
  return NAMES[tag.toLowerCase()] ?? tag;
}
