/**
 * Rules that the application adds to a rendering's own. The box that keys have moved to has a frame
 * as strong as the chosen one's, of another line; the pointer's form shows what a click would take.
 */
export const CURSOR_STYLE = `
[data-by-keys] {
  --hover-ring: var(--mark);
  --hover-width: 2px;
  --hover-dashes: 6 4;
}
[data-by-keys] [data-hover]:not([data-outlined]) {
  box-shadow: none;
  outline: 2px dashed var(--mark);
  outline-offset: 3px;
}
[data-by-keys] :is(tr, [data-as="tr"])[data-hover] { outline-offset: 0; }
[data-choosing] a { cursor: inherit; }
[data-choosing="boxes"] [data-c] { cursor: pointer; }
[data-choosing="words"] [data-selected] [data-t] { cursor: text; }
`;
