import { Card, Radio, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { type PageSearch, pageSearchQuery, queryLogsKey, savePageSearch } from "@/api/queryLogs";
import { afterSending } from "@/components/afterSending";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";

import { headersIn } from "./headers";

const PROVIDERS: readonly { value: PageSearch["provider"]; label: string; what: string }[] = [
  { value: "wiki", label: "Wikipedia’s own search", what: "Nothing to set up." },
  {
    value: "pages",
    label: "Imported pages",
    what: "BM25 over the pages of the projects that you lead. Nothing is fetched.",
  },
  {
    value: "service",
    label: "A search service",
    what: "Any that answers a GET request with JSON.",
  },
];

/** What finds a page for each kept query. */
export function PageSearchCard({ slug }: { slug: string }) {
  const search = useQuery(pageSearchQuery(slug));
  return (
    <Card component="section" aria-labelledby="page-search">
      <Title order={2} size="h3" id="page-search">
        Search for pages
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        A question is kept if a Wikipedia article is among the first five results. It gets the first
        one.
      </Text>
      <QueryView query={search}>
        {(current) => <SearchForm slug={slug} current={current} />}
      </QueryView>
    </Card>
  );
}

function SearchForm({ slug, current }: { slug: string; current: PageSearch }) {
  const queryClient = useQueryClient();
  const [{ provider, address, path }, setSearch] = useState(current);
  const [typed, setTyped] = useState("");
  const headers = headersIn(typed);
  const save = useMutation({
    mutationFn: (sent: string) =>
      savePageSearch(slug, {
        provider,
        ...(provider === "service" && { address, path }),
        ...(headers !== null && sent.trim() !== "" && { headers }),
      }),
    meta: { silent: true },
    onSuccess: async (_, sent) => {
      setTyped((now) => afterSending(now, sent, ""));
      notifyDone("The next search for pages uses this.");
      await queryClient.invalidateQueries({ queryKey: queryLogsKey(slug) });
    },
  });

  function change(changes: Partial<PageSearch>): void {
    setSearch((before) => ({ ...before, ...changes }));
  }

  return (
    <Form
      sending={save}
      onSubmit={() => save.mutate(typed)}
      action="Save search"
      canSubmit={headers !== null}
    >
      <Radio.Group
        aria-label="Search provider"
        value={provider}
        onChange={(value) => {
          const chosen = PROVIDERS.find((each) => each.value === value);
          if (chosen) change({ provider: chosen.value });
        }}
      >
        <Stack gap="xs">
          {PROVIDERS.map(({ value, label, what }) => (
            <Radio key={value} value={value} label={label} description={what} />
          ))}
        </Stack>
      </Radio.Group>
      {provider === "service" && (
        <>
          <TextInput
            label="Address"
            description={`Put {query} where the question goes; {limit} is optional. This site may contact ${current.hosts.join(", ")}.`}
            placeholder="https://search.example.org/find?q={query}&n={limit}"
            value={address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
          <TextInput
            label="Path to the results"
            description="Where the answer has addresses: keys with dots between them."
            placeholder="web.results.url"
            value={path}
            onChange={(event) => change({ path: event.currentTarget.value })}
          />
          <Textarea
            label="Headers"
            description={describeHeaders(current.header_names)}
            placeholder="X-Key: …"
            autosize
            minRows={1}
            maxRows={6}
            autoComplete="off"
            value={typed}
            error={headers === null && "Write each header as Name: value."}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </>
      )}
    </Form>
  );
}

function describeHeaders(names: readonly string[]): string {
  const secret = "Kept encrypted and never shown again.";
  if (names.length === 0) return `One on each line, such as a key. ${secret}`;
  return `${names.join(", ")} ${names.length === 1 ? "is" : "are"} set. What you type replaces this.`;
}
