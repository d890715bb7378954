import { keyName, undoKey } from "@/annotating/keys";

/** What keys do on this page; each is what a button does too. */
export interface ScreenCommands {
  readonly submit: () => void;
  readonly guidelines: () => void;
  readonly leaveText: () => void;
  readonly write: () => void;
  /** Confirms a missing short answer if it was asked about; else shows where it stands. */
  readonly decide: (disambiguation: number) => void;
  readonly concern: () => void;
  readonly newPiece: () => void;
  readonly bringBack: () => void;
  /** Undoes or redoes; false where the key belongs to another field than the answer's text. */
  readonly travel: (way: "undo" | "redo", event: KeyboardEvent) => boolean;
  readonly leave: (action: "park" | "skip" | "release") => void;
  readonly help: () => void;
  readonly toggleTime: () => void;
  readonly toggleLarge: () => void;
  /** Keys of the pages beside; true when it knew one. */
  readonly pagesPane: (event: KeyboardEvent) => boolean;
}

/** Keys that mean something while the text is being written, too. */
export function handleKeyAnywhere(event: KeyboardEvent, commands: ScreenCommands): boolean {
  const key = keyName(event);
  const way = undoKey(event);
  if (way) return commands.travel(way, event);
  if (key === "Ctrl+Enter") commands.submit();
  else if (key === "F1") commands.guidelines();
  else return false;
  return true;
}

/** Keys that mean something while nothing is being written. */
export function handleSingleKey(event: KeyboardEvent, commands: ScreenCommands): boolean {
  const key = keyName(event);
  if (/^[1-6]$/.test(key)) {
    commands.decide(Number(key) - 1);
    return true;
  }
  const command = singleKeys(commands)[key];
  if (command) command();
  else return commands.pagesPane(event);
  return true;
}

function singleKeys(commands: ScreenCommands): Partial<Record<string, () => void>> {
  return {
    w: commands.write,
    c: commands.concern,
    n: commands.newPiece,
    u: commands.bringBack,
    k: commands.help,
    t: commands.toggleTime,
    l: commands.toggleLarge,
    "?": commands.guidelines,
    p: () => {
      commands.leave("park");
    },
    s: () => {
      commands.leave("skip");
    },
    r: () => {
      commands.leave("release");
    },
  };
}
