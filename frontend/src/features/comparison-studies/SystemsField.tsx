import {
  ActionIcon,
  Button,
  FileButton,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { IconFileText, IconPlus, IconTrash, IconUpload, IconUsers } from "@tabler/icons-react";
import { useRef } from "react";

import type { Sources } from "@/api/comparisons";

import { freeAnswer, nameOfFile, nthAnswer, problemOf, type SystemRow } from "./systems";
import classes from "./SystemsField.module.css";

interface SystemsFieldProps {
  readonly sources: Sources;
  readonly systems: readonly SystemRow[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (systems: readonly SystemRow[]) => void;
}

/** Whose answers are compared: files and annotations, each under a name that comparers never see. */
export function SystemsField({ sources, systems, errors, onChange }: SystemsFieldProps) {
  const addition = useRef<HTMLButtonElement>(null);
  const next = useRef(0);
  const key = () => {
    next.current += 1;
    return next.current;
  };
  const free = freeAnswer(sources, systems);
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Systems</legend>
      <Text size="sm" c="dimmed" mb="sm">
        A file has one JSON object with a question’s key and its answer as text:{" "}
        <code>{'{"5682…": "The ferry …"}'}</code>. Comparers never see the names.
      </Text>
      {systems.length > 0 && (
        <Stack gap="sm" component="ul" className={classes.list}>
          {systems.map((system, number) => (
            <SystemItem
              key={system.key}
              number={number}
              system={system}
              sources={sources}
              problem={problemOf(errors, number)}
              onChange={(changed) =>
                onChange(systems.map((each) => (each.key === system.key ? changed : each)))
              }
              onRemove={() => {
                onChange(systems.filter((each) => each.key !== system.key));
                // The row leaves with its button.
                addition.current?.focus();
              }}
            />
          ))}
        </Stack>
      )}
      <Group gap="sm" mt={systems.length > 0 ? "sm" : 0}>
        <FileButton
          multiple
          accept=".json,.gz,application/json"
          inputProps={{ "aria-label": "Files of answers" }}
          onChange={(files) => {
            const added = files.map((file): SystemRow => ({
              kind: "file",
              key: key(),
              name: nameOfFile(file),
              file,
            }));
            onChange([...systems, ...added]);
          }}
        >
          {(props) => (
            <Button
              {...props}
              ref={addition}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Add files
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={free === null}
          onClick={() => {
            if (free === null) return;
            const name = `People ${free.number + 1}`;
            onChange([...systems, { kind: "annotations", key: key(), name, ...free }]);
          }}
        >
          Add annotations
        </Button>
        {sources.projects.length === 0 && (
          <Text size="sm" c="dimmed">
            Nobody has answered a question here yet.
          </Text>
        )}
      </Group>
      {errors.systems !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {errors.systems}
        </Text>
      )}
    </fieldset>
  );
}

interface SystemItemProps {
  readonly number: number;
  readonly system: SystemRow;
  readonly sources: Sources;
  readonly problem: string | null;
  readonly onChange: (system: SystemRow) => void;
  readonly onRemove: () => void;
}

function SystemItem(props: SystemItemProps) {
  const { number, system, problem, onChange, onRemove } = props;
  const Icon = system.kind === "file" ? IconFileText : IconUsers;
  return (
    <li className={classes.system} data-wrong={problem !== null || undefined}>
      <Group gap="sm" align="flex-start">
        <Icon size={20} stroke={1.6} className={classes.icon} aria-hidden />
        <TextInput
          aria-label={`Name of system ${number + 1}`}
          placeholder="Name"
          required
          maxLength={100}
          flex="1 1 9rem"
          maw={220}
          value={system.name}
          onChange={(event) => onChange({ ...system, name: event.currentTarget.value })}
        />
        <div className={classes.source}>
          {system.kind === "file" ? (
            <Text size="sm" className={classes.file}>
              {system.file.name}
            </Text>
          ) : (
            <AnnotationsSource {...props} system={system} />
          )}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={34}
          aria-label={`Remove ${system.name === "" ? `system ${number + 1}` : system.name}`}
          onClick={onRemove}
        >
          <IconTrash size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Group>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mt={6} className={classes.problem}>
          {problem}
        </Text>
      )}
    </li>
  );
}

function AnnotationsSource({
  number,
  system,
  sources,
  onChange,
}: SystemItemProps & { readonly system: SystemRow & { kind: "annotations" } }) {
  const most =
    sources.projects.find(({ slug }) => slug === system.project)?.answers_per_question ?? 0;
  return (
    <Group gap="xs">
      <Select
        flex="1 1 9rem"
        maw={220}
        aria-label={`Project of system ${number + 1}`}
        data={sources.projects.map(({ slug, title }) => ({ value: slug, label: title }))}
        value={system.project}
        onChange={(project) => {
          if (project !== null) onChange({ ...system, project, number: 0 });
        }}
      />
      <Select
        flex="1 1 9rem"
        maw={220}
        aria-label={`Answer of system ${number + 1}`}
        data={Array.from({ length: most }, (_, each) => ({
          value: String(each),
          label: nthAnswer(each),
        }))}
        value={String(system.number)}
        onChange={(chosen) => onChange({ ...system, number: Number(chosen) })}
      />
    </Group>
  );
}
