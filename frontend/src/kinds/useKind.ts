import { use } from "react";

import type { ProjectKind } from "@/api/types";

import type { KindPages } from "./kindPages";
import { KINDS, PROJECT_KINDS } from "./kinds";

const loading = new Map<ProjectKind, Promise<KindPages>>();
const loaded = new Map<ProjectKind, KindPages>();

/** Fetched once; after a failure again when it is next asked for. */
async function load(kind: ProjectKind): Promise<KindPages> {
  try {
    const pages = await KINDS[kind].loadPages();
    loaded.set(kind, pages);
    return pages;
  } catch (error) {
    loading.delete(kind);
    throw error;
  }
}

function promiseOf(kind: ProjectKind): Promise<KindPages> {
  const promise = loading.get(kind) ?? load(kind);
  loading.set(kind, promise);
  return promise;
}

/**
 * What a kind says to the pages of its projects; suspends until its code is there. Some answers of
 * the server name a kind as a mere string.
 */
export function useKind(name: string): KindPages {
  const kind = name as ProjectKind;
  return loaded.get(kind) ?? use(promiseOf(kind));
}

let all: Promise<readonly KindPages[]> | null = null;

/** The same of all kinds, in their order. */
export function useKinds(): readonly KindPages[] {
  const known = PROJECT_KINDS.flatMap((kind) => loaded.get(kind) ?? []);
  if (known.length === PROJECT_KINDS.length) return known;
  all ??= Promise.all(PROJECT_KINDS.map(promiseOf)).finally(() => {
    all = null;
  });
  return use(all);
}
