import { Button, Group, Select, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import {
  nameAssignment,
  type NamedAssignment,
  namedAssignmentsQuery,
  takeBackNamed,
} from "@/api/controls";
import { examplesQuery, membersQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { QueryView } from "@/components/QueryView";

import { QuestionTable } from "./QuestionTable";

const SHOWN = 30;
const MOST_MEMBERS = 100;
const SEARCH_DELAY_MS = 250;

/** Gives a question to a named person, as their next one. */
export function NamedQuestions({ slug }: { slug: string }) {
  const named = useQuery(namedAssignmentsQuery(slug));
  return (
    <section aria-labelledby="named">
      <Title order={2} size="h3" id="named" mb={4}>
        Questions for a person
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        The question comes next in that person’s queue and counts like any other. It waits while
        others hold its places.
      </Text>
      <Stack>
        <NameForm slug={slug} />
        <QueryView query={named}>
          {({ results }) => results.length > 0 && <Waiting slug={slug} named={results} />}
        </QueryView>
      </Stack>
    </section>
  );
}

function NameForm({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search, SEARCH_DELAY_MS);
  const [example, setExample] = useState<string | null>(null);
  const [member, setMember] = useState<string | null>(null);
  const examples = useQuery(examplesQuery(slug, { search: words, page_size: SHOWN }));
  const members = useQuery(membersQuery(slug, { page_size: MOST_MEMBERS }));
  const name = useMutation({
    mutationFn: () => nameAssignment(slug, Number(example), Number(member)),
    onSuccess: async () => {
      setExample(null);
      setSearch("");
      await queryClient.invalidateQueries({ queryKey: queryKeys.namedAssignments(slug) });
    },
  });
  const annotators = (members.data?.results ?? []).filter(
    ({ role, is_active: isActive }) => role === "annotator" && isActive,
  );
  return (
    <Group align="flex-end">
      <Select
        label="Question"
        placeholder="Search the questions"
        searchable
        flex="1 1 20rem"
        data={(examples.data?.results ?? []).map(({ id, question }) => ({
          value: String(id),
          label: question,
        }))}
        filter={({ options }) => options}
        value={example}
        searchValue={search}
        onSearchChange={setSearch}
        onChange={setExample}
      />
      <Select
        label="Annotator"
        placeholder="Choose"
        data={annotators.map(({ id, name: label }) => ({ value: String(id), label }))}
        value={member}
        onChange={setMember}
      />
      <Button
        disabled={example === null || member === null}
        loading={name.isPending}
        onClick={() => name.mutate()}
      >
        Give it next
      </Button>
    </Group>
  );
}

function Waiting({ slug, named }: { slug: string; named: readonly NamedAssignment[] }) {
  const queryClient = useQueryClient();
  const takeBack = useMutation({
    mutationFn: (id: number) => takeBackNamed(slug, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.namedAssignments(slug) }),
  });
  return (
    <QuestionTable
      label="Questions for a person"
      columns={[
        { header: "Question", render: ({ question }) => question },
        { header: "Next for", render: ({ name }) => name },
        {
          header: "State",
          render: ({ has_slot: hasSlot }) => (hasSlot ? "Comes next" : "Others hold its places"),
        },
      ]}
      rows={named}
      rowKey={({ id }) => id}
      action="Take back"
      nameOf={({ question, name }) => `${question} for ${name}`}
      onAct={({ id }) => takeBack.mutate(id)}
    />
  );
}
