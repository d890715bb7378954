import { Button, Group, Modal, NumberInput, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type NewTarget, setTargets, type Target } from "@/api/overview";
import { queryKeys } from "@/api/queryKeys";
import { type Statistics, statisticsQuery } from "@/api/statistics";
import type { Project } from "@/api/types";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { QueryView } from "@/components/QueryView";
import { wordOf } from "@/kinds/words";

interface TargetsDialogProps extends DialogProps {
  readonly project: Project;
  readonly targets: readonly Target[];
}

/** A row of the form; per cent for shares, "" is no bound. */
interface Fields {
  readonly key: string;
  readonly least: number | "";
  readonly most: number | "";
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly scale: number;
}

/** The shares and coefficients of a report, under the name of their section. */
function choicesOf({ results }: Statistics): Choice[] {
  return results
    .filter(({ name }) => name !== "people")
    .flatMap(({ name: section, figures }) =>
      figures
        .filter(({ unit }) => unit === "share" || unit === "coefficient")
        .map(({ name, unit }) => ({
          value: `${section}.${name}`,
          label: wordOf(section, name).label,
          scale: unit === "share" ? 100 : 1,
        })),
    );
}

const rounded = (number: number) => Math.round(number * 1e6) / 1e6;

function fieldsOf({ section, figure, unit, at_least: least, at_most: most }: Target): Fields {
  const scale = unit === "share" ? 100 : 1;
  const shown = (bound: number | null) => (bound === null ? "" : rounded(bound * scale));
  return { key: `${section}.${figure}`, least: shown(least), most: shown(most) };
}

function targetOf({ key, least, most }: Fields, scale: number): NewTarget {
  const [section = "", figure = ""] = key.split(".");
  const bound = (typed: number | "") => (typed === "" ? null : rounded(typed / scale));
  return { section, figure, at_least: bound(least), at_most: bound(most) };
}

interface TargetFieldsProps {
  readonly number: number;
  readonly fields: Fields;
  readonly choices: readonly Choice[];
  readonly onChange: (changes: Partial<Fields>) => void;
  readonly onRemove: () => void;
}

function TargetFields({ number, fields, choices, onChange, onRemove }: TargetFieldsProps) {
  const isShare = choices.find(({ value }) => value === fields.key)?.scale !== 1;
  const bound = {
    w: 110,
    min: isShare ? 0 : -1,
    max: isShare ? 100 : 1,
    step: isShare ? 1 : 0.05,
    ...(isShare && { suffix: "%" }),
  };
  const read = (typed: number | string) => (typeof typed === "number" ? typed : "");
  return (
    <Group align="flex-end" gap="sm" role="group" aria-label={`Target ${number}`}>
      <Select
        label="Figure"
        searchable
        allowDeselect={false}
        flex="1 1 14rem"
        data={[...choices]}
        value={fields.key}
        onChange={(key) => key !== null && onChange({ key })}
      />
      <NumberInput
        label="At least"
        {...bound}
        value={fields.least}
        onChange={(typed) => onChange({ least: read(typed) })}
      />
      <NumberInput
        label="At most"
        {...bound}
        value={fields.most}
        onChange={(typed) => onChange({ most: read(typed) })}
      />
      <Button
        variant="subtle"
        color="gray"
        aria-label={`Remove target ${number}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </Group>
  );
}

function TargetsForm({
  project: { slug },
  targets,
  choices,
  onClose,
}: Omit<TargetsDialogProps, "opened"> & { readonly choices: readonly Choice[] }) {
  const queryClient = useQueryClient();
  const [rows, setRows] = useState<readonly Fields[]>(() => targets.map(fieldsOf));
  const scaleOf = (key: string) => choices.find(({ value }) => value === key)?.scale ?? 1;
  const save = useMutation({
    mutationFn: () =>
      setTargets(
        slug,
        rows.map((row) => targetOf(row, scaleOf(row.key))),
      ),
    meta: { silent: true },
    onSuccess: (overview) => {
      queryClient.setQueryData(queryKeys.overview(slug), overview);
      onClose();
    },
  });
  const free = choices.find(({ value }) => rows.every(({ key }) => key !== value));
  return (
    <Form sending={save} onSubmit={() => save.mutate()} action="Save targets" onCancel={onClose}>
      <Text size="sm">
        A target is met where the figure’s whole interval lies within its bounds.
      </Text>
      <Stack gap="sm">
        {rows.map((fields, place) => (
          <TargetFields
            key={fields.key}
            number={place + 1}
            fields={fields}
            choices={choices.filter(
              ({ value }) => value === fields.key || rows.every(({ key }) => key !== value),
            )}
            onChange={(changes) =>
              setRows(rows.map((row, other) => (other === place ? { ...row, ...changes } : row)))
            }
            onRemove={() => setRows(rows.filter((_, other) => other !== place))}
          />
        ))}
      </Stack>
      {free !== undefined && (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => setRows([...rows, { key: free.value, least: "", most: "" }])}
          >
            Add a target
          </Button>
        </Group>
      )}
    </Form>
  );
}

/** Choose which figures have which bounds. */
export function TargetsDialog({ opened, ...rest }: TargetsDialogProps) {
  const statistics = useQuery({
    ...statisticsQuery(rest.project.slug, "without"),
    enabled: opened,
  });
  return (
    <Modal opened={opened} onClose={rest.onClose} title="Quality targets" size="lg">
      <QueryView query={statistics}>
        {(loaded) => <TargetsForm {...rest} choices={choicesOf(loaded)} />}
      </QueryView>
    </Modal>
  );
}
