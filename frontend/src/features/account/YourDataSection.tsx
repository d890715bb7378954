import { Button, Divider, Group, Progress, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import type { Account } from "@/api/account";
import { isActive } from "@/api/jobs";
import { dataExportQuery, requestDataExport } from "@/api/personalData";
import { queryKeys } from "@/api/queryKeys";
import type { Job } from "@/api/types";
import { formatDate, formatDateTime } from "@/components/format";
import { QueryView } from "@/components/QueryView";

import { AccountSection } from "./AccountSection";
import { EraseDialog } from "./EraseDialog";

function describeExport(job: Job): string {
  if (job.state !== "succeeded") return job.message || "The last export failed.";
  if (job.result_url === null) return "Your last export is no longer kept.";
  const made = `Made ${formatDateTime(job.finished_at ?? job.created_at)}`;
  const until =
    job.result_expires_at === null ? "" : `, kept until ${formatDate(job.result_expires_at)}`;
  return `${made}${until}. Only you can download it.`;
}

function ExportProgress({ job }: { job: Job }) {
  const share = job.total === null || job.total === 0 ? null : (job.done / job.total) * 100;
  return (
    <Stack gap={6}>
      <Progress
        value={share ?? 100}
        animated={share === null}
        striped={share === null}
        size="md"
        aria-label="Progress"
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {job.state === "queued" ? "Waiting for the worker" : "Collecting your data"}
      </Text>
    </Stack>
  );
}

function DataExport({ job }: { job: Job | null }) {
  const queryClient = useQueryClient();
  const request = useMutation({
    mutationFn: requestDataExport,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.dataExport() }),
  });
  if (job && isActive(job)) return <ExportProgress job={job} />;
  const file = job?.result_url ?? null;
  return (
    <Stack gap="sm">
      {job && (
        <Text size="sm" c="dimmed">
          {describeExport(job)}
        </Text>
      )}
      <Group>
        {file !== null && (
          <Button component="a" href={file} variant="light">
            Download
          </Button>
        )}
        <Button
          variant={file === null ? "light" : "default"}
          loading={request.isPending}
          onClick={() => request.mutate()}
        >
          {file === null ? "Export my data" : "Export again"}
        </Button>
      </Group>
    </Stack>
  );
}

/** A copy of a person's data, and erasing it. */
export function YourDataSection({ account }: { account: Account }) {
  const dataExport = useQuery(dataExportQuery());
  const [opened, erasure] = useDisclosure(false);
  return (
    <AccountSection
      title="Your data"
      about="Everything we keep about you, as JSON files: account, memberships, devices, tokens, drafts, annotations, notes, and what you did when."
    >
      <QueryView query={dataExport}>{({ job }) => <DataExport job={job} />}</QueryView>
      <Divider color="var(--plumbline-hairline)" />
      <Group justify="space-between" gap="md">
        <Stack gap={2} maw={440}>
          <Text size="sm" fw={500}>
            Erase my account
          </Text>
          <Text size="sm" c="dimmed">
            Your name, address, tokens, drafts and notes are deleted for good. Your annotations
            stay, under a pseudonym.
          </Text>
        </Stack>
        <Button variant="outline" color="brick" onClick={erasure.open}>
          Erase…
        </Button>
      </Group>
      <EraseDialog account={account} opened={opened} onClose={erasure.close} />
    </AccountSection>
  );
}
