import { use } from "react";

import type { ProjectKind } from "@/api/types";

import type { KindPages } from "./kindPages";
import { KINDS, PROJECT_KINDS } from "./kinds";

const loading = new Map<string, Promise<unknown>>();

/** One promise for each thing, since `use` asks again with the same; after a failure another one. */
function once<Value>(key: string, load: () => Promise<Value>): Promise<Value> {
  const known = loading.get(key) as Promise<Value> | undefined;
  if (known !== undefined) return known;
  const promise = load();
  loading.set(key, promise);
  promise.then(
    // As React marks what `use` has waited for: then it is there without waiting.
    (value) => Object.assign(promise, { status: "fulfilled", value }),
    () => loading.delete(key),
  );
  return promise;
}

const pagesOf = (kind: ProjectKind) => once(kind, KINDS[kind].loadPages);

/**
 * What a kind says to the pages of its projects; suspends until its code is there. Some answers of
 * the server name a kind as a mere string.
 */
export function useKind(name: string): KindPages {
  return use(pagesOf(name as ProjectKind));
}

/** Brings the code of all kinds. */
export const loadKinds = () => once("all", () => Promise.all(PROJECT_KINDS.map(pagesOf)));

/** What all kinds say, in their order. */
export function useKinds(): readonly KindPages[] {
  return use(loadKinds());
}
