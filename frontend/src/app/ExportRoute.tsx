import { Stack } from "@mantine/core";

import { useProject } from "@/api/useProject";
import { GallerySection } from "@/features/gallery/GallerySection";
import ExportPage from "@/features/transfers/ExportPage";

/** Exports, and below them the gallery that this site can show. */
export default function ExportRoute() {
  const { slug } = useProject();
  return (
    <>
      <ExportPage />
      <Stack maw={900} mt="xl">
        <GallerySection slug={slug} />
      </Stack>
    </>
  );
}
