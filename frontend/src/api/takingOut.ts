import { api, read } from "./client";
import type { components } from "./schema";

type Changed = components["schemas"]["ExamplesChangedOutput"];

/** Takes examples, by their keys, out of the main task. */
export function takeOut(slug: string, examples: number[], reason: string): Promise<Changed> {
  return read(
    api.POST("/api/v1/projects/{slug}/examples/take-out/", {
      params: { path: { slug } },
      body: { examples, reason },
    }),
  );
}

/** Puts examples back that were taken out. */
export function putBack(slug: string, examples: number[]): Promise<Changed> {
  return read(
    api.POST("/api/v1/projects/{slug}/examples/put-back/", {
      params: { path: { slug } },
      body: { examples },
    }),
  );
}
