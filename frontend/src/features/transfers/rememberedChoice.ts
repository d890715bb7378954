import type { ImportFormat } from "@/api/jobs";

import type { Options } from "./ImportOptions";

interface Choice {
  readonly format: ImportFormat;
  readonly options: Options;
}

const nameOf = (slug: string) => `import-choice-${slug}`;

/** How somebody imported into a project last, on this computer; empty where that isn't known. */
export function rememberedChoice(slug: string): Partial<Choice> {
  try {
    return JSON.parse(localStorage.getItem(nameOf(slug)) ?? "{}") as Partial<Choice>;
  } catch {
    return {};
  }
}

export function rememberChoice(slug: string, choice: Choice): void {
  try {
    localStorage.setItem(nameOf(slug), JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing starts with the first format.
  }
}
