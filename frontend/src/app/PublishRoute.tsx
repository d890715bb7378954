import { Stack } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { GallerySection } from "@/features/gallery/GallerySection";
import PublishPage from "@/features/publishing/PublishPage";

/** Releases, and below them the gallery that this site can show. */
export default function PublishRoute() {
  const { slug } = useProject();
  return (
    <Stack gap="xl">
      <PublishPage />
      <GallerySection slug={slug} />
    </Stack>
  );
}
