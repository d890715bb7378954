import {
  Button,
  Card,
  Checkbox,
  Group,
  NumberInput,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import {
  type QueryFilters,
  filterQueriesAgain,
  queryFiltersQuery,
  queryLogsKey,
  saveQueryFilters,
} from "@/api/queryLogs";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

import { describeEntities, ENTITIES } from "./entities";

type Heuristic = QueryFilters["heuristics"][number];

const HEURISTICS: readonly { value: Heuristic; label: string }[] = [
  { value: "1a", label: "1a: who, when or where, then do or a modal verb" },
  { value: "1b", label: "1b: who, when or where, then be or have, and a verb later" },
  { value: "2", label: "2: who, then a verb other than be" },
  { value: "3", label: "3: several names, and an adjective, adverb, verb or determiner" },
  { value: "4", label: "4: a class of things after a preposition or relative clause" },
  { value: "5", label: "5: a class of things at the end, without a preposition" },
];
const NUMBERS = [
  { name: "min_words", label: "Minimum words", max: 100 },
  { name: "min_users", label: "Minimum people who issued it", max: 100 },
  { name: "hours", label: "Within hours", max: 8784 },
] as const;
const LISTS = [
  { name: "categories", label: "More classes of things" },
  { name: "offensive_words", label: "More offensive words" },
  { name: "page_titles", label: "More names and page titles" },
] as const;

/** What the next query log is filtered by. */
export function FiltersCard({ slug, hasQueries }: { slug: string; hasQueries: boolean }) {
  const filters = useQuery(queryFiltersQuery(slug));
  return (
    <Card>
      <Title order={2} size="h3">
        Filters
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Section 3.1 of the Natural Questions paper. The next import uses them.
      </Text>
      <QueryView query={filters}>
        {(current) => <FiltersForm slug={slug} current={current} />}
      </QueryView>
      {hasQueries && <FilterAgain slug={slug} />}
    </Card>
  );
}

function FilterAgain({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () => filterQueriesAgain(slug),
    onSuccess: async () => {
      notifyDone("The queries are being filtered again.");
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  return (
    <Group justify="space-between" mt="lg">
      <Text size="sm" c="dimmed" flex="1 1 200px">
        You can apply the saved filters to the queries already here. Your own decisions stay.
      </Text>
      <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
        Filter again
      </Button>
    </Group>
  );
}

function FiltersForm({ slug, current }: { slug: string; current: QueryFilters }) {
  const queryClient = useQueryClient();
  const [filters, setFilters] = useState(current);
  const save = useMutation({
    mutationFn: () => saveQueryFilters(slug, filters),
    meta: { silent: true },
    onSuccess: async () => {
      notifyDone("The next import uses these filters.");
      await queryClient.invalidateQueries({ queryKey: queryLogsKey(slug) });
    },
  });

  function change(changes: Partial<QueryFilters>): void {
    setFilters({ ...filters, ...changes });
  }

  return (
    <Form
      sending={save}
      onSubmit={() => save.mutate()}
      action="Save filters"
      canSubmit={filters.heuristics.length > 0}
    >
      <SimpleGrid cols={{ base: 1, sm: 3, lg: 1, xl: 3 }}>
        {NUMBERS.map(({ name, label, max }) => (
          <NumberInput
            key={name}
            label={label}
            min={1}
            max={max}
            value={filters[name]}
            onChange={(typed) => {
              if (typeof typed === "number") change({ [name]: typed });
            }}
          />
        ))}
      </SimpleGrid>
      <Checkbox.Group
        label="Heuristics that count"
        value={filters.heuristics}
        onChange={(chosen) => {
          const values = HEURISTICS.map(({ value }) => value);
          change({ heuristics: values.filter((value) => chosen.includes(value)) });
        }}
      >
        <Stack gap="xs" mt={6}>
          {HEURISTICS.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group
        label="What heuristic 3 counts as a name"
        value={filters.entities}
        onChange={(chosen) => {
          const choice = ENTITIES.find(({ value }) => value === chosen);
          if (choice) change({ entities: choice.value });
        }}
      >
        <Stack gap="xs" mt={6}>
          {ENTITIES.map((choice) => (
            <Radio
              key={choice.value}
              value={choice.value}
              label={choice.label}
              description={describeEntities(choice)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Switch
        label="Keep queries that begin with “how to”"
        checked={filters.how_to}
        onChange={(event) => change({ how_to: event.currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, sm: 3, lg: 1, xl: 3 }}>
        {LISTS.map(({ name, label }) => (
          <Textarea
            key={name}
            label={label}
            description="One on each line"
            autosize
            minRows={2}
            maxRows={8}
            value={filters[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Form>
  );
}
