import { Badge, Group, Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { versionsQuery } from "@/api/annotations";
import type { Annotation } from "@/api/types";

import type { Describes } from "./answerSummary";
import classes from "./AnswerVersions.module.css";
import { formatDateTime } from "./format";
import { QueryView } from "./QueryView";

/** An answer and what became of it, side by side. */
export function AnswerVersionsDialog({
  slug,
  annotation,
  describe,
  onClose,
}: Describes & {
  slug: string;
  /** Any version's id; null closes the dialog. */
  annotation: number | null;
  onClose: () => void;
}) {
  return (
    <Modal
      opened={annotation !== null}
      onClose={onClose}
      title="How the answer was changed"
      size={860}
    >
      {annotation !== null && <Versions slug={slug} annotation={annotation} describe={describe} />}
    </Modal>
  );
}

function Versions({
  slug,
  annotation,
  describe,
}: Describes & { slug: string; annotation: number }) {
  const found = useQuery(versionsQuery(slug, annotation));
  return (
    <QueryView query={found}>
      {({ versions }) => (
        <Stack gap="md">
          <Text c="dimmed">
            {versions[0]?.question} · {versions[0]?.annotator}
          </Text>
          <div className={classes.versions}>
            {versions.map((version, place) => (
              <Version
                key={version.id}
                version={version}
                describe={describe}
                place={place}
                isCurrent={place === versions.length - 1}
              />
            ))}
          </div>
        </Stack>
      )}
    </QueryView>
  );
}

function Version({
  version,
  describe,
  place,
  isCurrent,
}: Describes & {
  version: Annotation;
  place: number;
  isCurrent: boolean;
}) {
  const { long, short, noShort, text } = describe(version);
  const shown = short === "" ? noShort : short;
  return (
    <section
      className={classes.version}
      data-current={isCurrent || undefined}
      aria-label={`Version ${place + 1}`}
    >
      <Stack gap="sm">
        <Group justify="space-between" gap={6}>
          <Text size="sm" fw={600}>
            {place === 0 ? "First answer" : `Change ${place}`}
          </Text>
          {isCurrent && <Badge color="plumb">counts</Badge>}
        </Group>
        <div>
          <Text size="sm" c="dimmed">
            {long}
          </Text>
          {shown !== "" && <Text fw={600}>{shown}</Text>}
          {text !== "" && (
            <Text size="sm" lineClamp={8}>
              {text}
            </Text>
          )}
        </div>
        {version.reason !== "" && (
          <Text size="sm">
            <Text span c="dimmed" size="sm">
              Why:{" "}
            </Text>
            {version.reason}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {describeOrigin(version)}
        </Text>
      </Stack>
    </section>
  );
}

/** When an answer was given, by whom if not its annotator, under which guidelines, and with which version of the pages. */
export function describeOrigin(version: Annotation): string {
  const { created_at: at, guideline_version: guidelines, client_version: client } = version;
  const { revised_by: by, annotator } = version;
  return [
    formatDateTime(at),
    ...(by === null || by === annotator ? [] : [`by ${by}`]),
    guidelines === null ? "no guidelines" : `guidelines ${guidelines}`,
    ...(client === "" ? [] : [`client ${client}`]),
  ].join(" · ");
}
