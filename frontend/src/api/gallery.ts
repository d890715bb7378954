import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type PublishedGallery = Schemas["PublishedGalleryOutput"];
export type NewGallery = Schemas["GalleryInputRequest"];

const pathOf = (slug: string) => ({ params: { path: { slug } } });

/** Here and not with the others, which annotators load too. */
export const galleryKey = (slug: string) => ["project", slug, "gallery"] as const;

/** Whether this site shows a gallery of the project, for leads. */
export const galleryQuery = (slug: string) =>
  queryOptions({
    queryKey: galleryKey(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/gallery/", signal, { path: { slug } }),
  });

/** Queues the job that writes a gallery and shows it to everybody. */
export function publishGallery(slug: string, gallery: NewGallery): Promise<unknown> {
  return read(api.POST("/api/v1/projects/{slug}/gallery/", { ...pathOf(slug), body: gallery }));
}

export async function takeGalleryBack(slug: string): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/gallery/", pathOf(slug));
}
