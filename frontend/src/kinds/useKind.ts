import type { ProjectKind } from "@/api/types";

import type { KindPages } from "./kindPages";
import { KINDS, PROJECT_KINDS } from "./kinds";

/** What is there already: nobody waits for it again. */
const loaded = new Map<ProjectKind, KindPages>();
const loading = new Map<ProjectKind, Promise<KindPages>>();

/** One promise for each kind, whoever asks; after a failure another one. */
function pagesOf(kind: ProjectKind): Promise<KindPages> {
  const known = loading.get(kind);
  if (known !== undefined) return known;
  const promise = KINDS[kind].loadPages();
  loading.set(kind, promise);
  promise.then(
    (pages) => loaded.set(kind, pages),
    () => loading.delete(kind),
  );
  return promise;
}

/**
 * What a kind says to the pages of its projects; suspends until its code is there. Some answers of
 * the server name a kind as a mere string.
 */
export function useKind(name: string): KindPages {
  const kind = name as ProjectKind;
  const pages = loaded.get(kind);
  // React's `use` would resume the component where it stopped. Its hooks below are new then, which
  // React notices only if it comes by `use` again, and otherwise fails with its error 467.
  // oxlint-disable-next-line typescript/only-throw-error
  if (pages === undefined) throw pagesOf(kind);
  return pages;
}

/** Brings the code of all kinds. */
export const loadKinds = () => Promise.all(PROJECT_KINDS.map(pagesOf));

/** What all kinds say, in their order. */
export function useKinds(): readonly KindPages[] {
  return PROJECT_KINDS.map(useKind);
}
