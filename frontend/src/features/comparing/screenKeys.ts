import { belongsToFocus, isCovered, keyName } from "@/annotating/keys";
import type { Preference } from "@/api/comparisons";

import { type Content, nameOf, openSteps, type Step, stepsOf } from "./content";

const CAPTURE_KEYS: Partial<Record<string, boolean>> = { y: true, n: false };
const PREFERENCE_KEYS: Partial<Record<string, Preference>> = {
  1: "left",
  l: "left",
  2: "tie",
  t: "tie",
  3: "right",
  r: "right",
};

/** The keys of this page; each does the same as a button. */
export interface ScreenCommands {
  readonly decide: (step: Step, value: boolean | Preference) => void;
  readonly focus: (step: Step) => void;
  readonly submit: () => void;
  readonly comment: () => void;
  readonly marks: () => void;
  readonly help: () => void;
}

/** Does what a key means; true when it meant something. */
export function handleKey(
  event: KeyboardEvent,
  content: Content,
  commands: ScreenCommands,
): boolean {
  if (event.defaultPrevented || event.repeat || isCovered()) return false;
  const key = keyName(event);
  if (key === "Ctrl+Enter") {
    commands.submit();
    return true;
  }
  if (event.target instanceof HTMLTextAreaElement && key === "Escape") {
    event.target.blur();
    return true;
  }
  if (belongsToFocus(event) && !isRadio(event.target)) return false;
  return handleDecision(key, content, commands) || handleMovement(key, content, commands);
}

function handleDecision(key: string, content: Content, { decide }: ScreenCommands): boolean {
  const value = CAPTURE_KEYS[key] ?? PREFERENCE_KEYS[key];
  if (value === undefined) return false;
  const kind = typeof value === "boolean" ? "capture" : "preference";
  const step = focusedStep(content) ?? openSteps(content)[0];
  if (step?.kind === kind) decide(step, value);
  return true;
}

function handleMovement(key: string, content: Content, commands: ScreenCommands): boolean {
  if (key === "ArrowDown" || key === "ArrowUp") {
    const next = neighbour(content, key === "ArrowDown" ? 1 : -1);
    if (next) commands.focus(next);
  } else if (key === "c") commands.comment();
  else if (key === "m") commands.marks();
  else if (key === "k") commands.help();
  else return false;
  return true;
}

/** The step that has the focus. */
function focusedStep(content: Content): Step | undefined {
  const group = document.activeElement?.closest<HTMLElement>("[data-step]");
  return stepsOf(content.left_captures.length).find((step) => nameOf(step) === group?.dataset.step);
}

/** The step after or before the one that has the focus; the first open one where none has. */
function neighbour(content: Content, distance: 1 | -1): Step | undefined {
  const steps = stepsOf(content.left_captures.length);
  const focused = focusedStep(content);
  if (!focused) return openSteps(content)[0] ?? steps[0];
  return steps[steps.findIndex((step) => nameOf(step) === nameOf(focused)) + distance];
}

function isRadio(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "radio";
}
