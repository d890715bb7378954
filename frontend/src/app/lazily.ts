import type { ComponentType } from "react";

type Load = () => Promise<{ default: ComponentType }>;

/** Loads a page's code when its address is first visited. */
export function lazily(load: Load) {
  return async () => ({ Component: (await load()).default });
}

export function page(path: string, load: Load) {
  return { path, lazy: lazily(load) };
}
