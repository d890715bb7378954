import { Anchor, Badge, Button, Card, Group, Modal, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import { Link } from "react-router";

import { type FaqEntry, faqVersionsQuery, guidanceKeys, withdrawFaq } from "@/api/guidance";
import type { Project } from "@/api/types";
import { CopyButton } from "@/components/CopyButton";
import { FaqForm } from "@/components/FaqForm";
import { placeAround } from "@/components/placeAround";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";
import { LoadingState } from "@/components/states";

const Markdown = lazy(() => import("@/components/Markdown"));

/** One entry, with what leads can do with it. */
export function FaqCard({ project, entry }: { project: Project; entry: FaqEntry }) {
  const { slug } = project;
  const isLead = project.role === "lead";
  return (
    <Card component="article" aria-label={entry.title} tabIndex={-1}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="xs">
        <Title order={2} size="h4">
          <Anchor component={Link} to={`/projects/${slug}/faq/${entry.number}`} inherit c="inherit">
            {entry.title}
          </Anchor>
        </Title>
        <Group gap={6} wrap="nowrap">
          {entry.is_new && <Badge color="plumb">{entry.version > 1 ? "changed" : "new"}</Badge>}
          {entry.withdrawn_at !== null && <Badge color="gray">withdrawn</Badge>}
        </Group>
      </Group>
      {entry.question !== "" && (
        <Text c="dimmed" mb="sm" style={{ whiteSpace: "pre-wrap" }}>
          {entry.question}
        </Text>
      )}
      <Suspense fallback={<LoadingState />}>
        <Markdown project={slug}>{entry.answer}</Markdown>
      </Suspense>
      <Group justify="space-between" mt="sm">
        <Text size="xs" c="dimmed" component="div">
          {entry.version > 1 ? "Changed" : "Published"} <RelativeTime at={entry.changed_at} />
        </Text>
        {isLead && <LeadsActions slug={slug} entry={entry} />}
      </Group>
    </Card>
  );
}

function LeadsActions({ slug, entry }: { slug: string; entry: FaqEntry }) {
  const queryClient = useQueryClient();
  const [shown, setShown] = useState<"edit" | "versions" | null>(null);
  const withdraw = useMutation({
    mutationFn: () => withdrawFaq(slug, entry.number),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: guidanceKeys.faq(slug) }),
  });
  const close = () => {
    setShown(null);
  };
  return (
    <Group gap="xs">
      <CopyButton
        size="compact-sm"
        variant="subtle"
        text={`[${entry.title}](faq:${entry.number})`}
        label="Copy link for the guidelines"
      />
      {entry.version > 1 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown("versions")}>
          Versions
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => setShown("edit")}>
        {entry.withdrawn_at === null ? "Edit" : "Edit and publish again"}
      </Button>
      {entry.withdrawn_at === null && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="brick"
          loading={withdraw.isPending}
          onClick={(event) => {
            // The button leaves.
            placeAround(event.currentTarget)?.focus();
            withdraw.mutate();
          }}
        >
          Withdraw
        </Button>
      )}
      <Modal opened={shown === "edit"} onClose={close} title="Edit the entry" size="lg">
        <FaqForm slug={slug} number={entry.number} initial={entry} onDone={close} />
      </Modal>
      <Modal opened={shown === "versions"} onClose={close} title="Versions" size="lg">
        {shown === "versions" && <Versions slug={slug} number={entry.number} />}
      </Modal>
    </Group>
  );
}

function Versions({ slug, number }: { slug: string; number: number }) {
  const versions = useQuery(faqVersionsQuery(slug, number));
  return (
    <QueryView query={versions}>
      {(data) => (
        <Stack>
          {data.versions.map(({ version, title, question, answer, created_at: at, by }) => (
            <div key={version}>
              <Text size="sm" c="dimmed" component="div">
                Version {version}, {by ?? "somebody"}, <RelativeTime at={at} />
              </Text>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {question}
              </Text>
              <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
                {answer}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </QueryView>
  );
}
