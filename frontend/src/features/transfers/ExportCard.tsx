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

import { type ExportFormat, type ExportOption, startExport } from "@/api/jobs";
import { queryKeys } from "@/api/queryKeys";
import { SplitsChoice } from "@/components/SplitsChoice";

type Chosen = Readonly<Partial<Record<ExportOption["name"], boolean | number>>>;

/** One format with what can be chosen for it, and the button that starts its export. */
export function ExportCard({ slug, format }: { slug: string; format: ExportFormat }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>({});
  const [splits, setSplits] = useState<string[]>([]);
  const offered = format.options.filter(
    ({ goes_with: other }) => other === "" || Object.hasOwn(chosen, other),
  );
  const start = useMutation({
    mutationFn: () =>
      startExport(slug, format.name, {
        ...Object.fromEntries(
          offered.filter(({ name }) => name in chosen).map(({ name }) => [name, chosen[name]]),
        ),
        ...(splits.length > 0 && { splits }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) }),
  });
  return (
    <Card component="section" aria-label={format.title}>
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap">
          <IconFileExport size={20} stroke={1.5} aria-hidden />
          <Title order={2} size="h3">
            {format.title}
          </Title>
        </Group>
        <Text size="sm" c="dimmed" flex={1}>
          {format.description}
        </Text>
        {offered.map((option) => (
          <OptionInput
            key={option.name}
            option={option}
            value={chosen[option.name]}
            onChange={(value) => {
              const { [option.name]: _, ...others } = chosen;
              setChosen(value === undefined ? others : { ...others, [option.name]: value });
            }}
          />
        ))}
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

interface OptionInputProps {
  readonly option: ExportOption;
  readonly value: boolean | number | undefined;
  /** Gets nothing where the option isn't chosen any more. */
  readonly onChange: (value: true | number | undefined) => void;
}

function OptionInput({ option, value, onChange }: OptionInputProps) {
  return option.least === null ? (
    <Checkbox
      size="sm"
      label={option.title}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked || undefined)}
    />
  ) : (
    <NumberInput
      size="sm"
      label={option.title}
      description={option.description}
      min={option.least}
      {...(option.most !== null && { max: option.most })}
      value={typeof value === "number" ? value : ""}
      onChange={(given) => onChange(typeof given === "number" ? given : undefined)}
    />
  );
}
