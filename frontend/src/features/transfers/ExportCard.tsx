import {
  Button,
  Card,
  Checkbox,
  Group,
  NumberInput,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { startExport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { SplitsChoice } from "@/components/SplitsChoice";
import type { ExportFormatChoice, ExportSwitch } from "@/kinds/fileFormats";

import { SWITCHES } from "./exportFormats";

/** One format with what can be chosen for it, and the button that starts its export. */
export function ExportCard({ slug, format }: { slug: string; format: ExportFormatChoice }) {
  const queryClient = useQueryClient();
  const [switched, setSwitched] = useState<readonly ExportSwitch[]>([]);
  const [splits, setSplits] = useState<string[]>([]);
  const [annotationsPerExample, setAnnotationsPerExample] = useState<number | null>(null);
  const [drawSeed, setDrawSeed] = useState<number | null>(null);
  const start = useMutation({
    mutationFn: () =>
      startExport(slug, format.value, {
        ...Object.fromEntries(switched.map((each) => [each, true])),
        ...(annotationsPerExample !== null && {
          annotations_per_example: annotationsPerExample,
          ...(drawSeed !== null && { draw_seed: drawSeed }),
        }),
        ...(splits.length > 0 && { splits }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Card>
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap">
          <IconFileExport size={20} stroke={1.5} aria-hidden />
          <Title order={2} size="h3">
            {format.title}
          </Title>
        </Group>
        <Text size="sm" c="dimmed" flex={1}>
          {format.what}
        </Text>
        {format.switches.map((each) => (
          <Checkbox
            key={each}
            size="sm"
            label={SWITCHES[each]}
            checked={switched.includes(each)}
            onChange={({ currentTarget: { checked } }) =>
              setSwitched((before) =>
                checked ? [...before, each] : before.filter((other) => other !== each),
              )
            }
          />
        ))}
        {format.hasAnnotationsPerExample && (
          <NumberInput
            size="sm"
            label="Annotations per example"
            description="The first ones submitted. Leave empty for all."
            min={1}
            max={1000}
            value={annotationsPerExample ?? ""}
            onChange={(value) => setAnnotationsPerExample(typeof value === "number" ? value : null)}
          />
        )}
        {annotationsPerExample !== null && (
          <NumberInput
            size="sm"
            label="Seed"
            description="Draws them at random instead. Leave empty for the first ones."
            min={0}
            value={drawSeed ?? ""}
            onChange={(value) => setDrawSeed(typeof value === "number" ? value : null)}
          />
        )}
        <SplitsChoice slug={slug} value={splits} onChange={setSplits} />
        <Group>
          <Button variant="light" loading={start.isPending} onClick={() => start.mutate()}>
            Export<VisuallyHidden> as {format.title}</VisuallyHidden>
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
