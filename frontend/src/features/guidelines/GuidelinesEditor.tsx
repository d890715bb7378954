import { Alert, Box, Button, Card, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import { useBlocker } from "react-router";

import { saveGuidelines } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Guidelines, Project } from "@/api/types";
import { ErrorAlert } from "@/components/ErrorAlert";
import { LeaveDialog } from "@/components/LeaveDialog";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { LoadingState } from "@/components/states";
import { useCloseWarning } from "@/components/useCloseWarning";

import { BrokenLinks } from "./BrokenLinks";
import classes from "./GuidelinesEditor.module.css";
import { Pictures } from "./Pictures";

const Markdown = lazy(() => import("@/components/Markdown"));

const PREVIEW_DELAY_MS = 150;
const CHECK_DELAY_MS = 800;

/** Markdown on the left, what annotators will see on the right. Saving makes a new version. */
export function GuidelinesEditor({
  project,
  current,
  onClose,
}: {
  project: Project;
  current: Guidelines;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [begun] = useState(current.version);
  const [stored] = useState(current.markdown);
  const [markdown, setMarkdown] = useState(stored);
  const [preview] = useDebouncedValue(markdown, PREVIEW_DELAY_MS);
  const [checked] = useDebouncedValue(markdown, CHECK_DELAY_MS);
  const save = useMutation({
    mutationFn: () => saveGuidelines(project.slug, markdown),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.guidelines(project.slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(project.slug) });
      notifyDone(`Annotators now see version ${saved.version} of the guidelines.`);
      onClose();
    },
  });
  const isChanged = markdown !== stored && !save.isSuccess;
  const blocker = useBlocker(isChanged);
  const [isLeaving, setLeaving] = useState(false);
  useCloseWarning(isChanged);

  function close(): void {
    if (isChanged) setLeaving(true);
    else onClose();
  }

  return (
    <>
      <PageHeader
        title="Edit the guidelines"
        actions={
          <>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              loading={save.isPending}
              disabled={markdown.trim() === ""}
              onClick={() => save.mutate()}
            >
              Save as version {current.version + 1}
            </Button>
          </>
        }
      >
        Written in Markdown: headings, lists, tables, links. Earlier versions are kept, and each
        annotation remembers the one it was made with.
      </PageHeader>
      <Stack>
        <ErrorAlert error={save.error} />
        {current.version > begun && !save.isPending && !save.isSuccess && (
          <Alert
            color="amber"
            role="status"
            title={`Version ${current.version} was saved in the meantime`}
          >
            Another lead saved it after you started. Saving replaces it, so first copy over what you
            need.
          </Alert>
        )}
        <BrokenLinks slug={project.slug} markdown={checked} />
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Textarea
            aria-label="Guidelines in Markdown"
            classNames={{ input: classes.source }}
            value={markdown}
            spellCheck
            onChange={(event) => setMarkdown(event.currentTarget.value)}
          />
          <Card className={classes.preview} padding={0}>
            <Text className={classes.label}>Preview</Text>
            <Box className={classes.scroll} role="region" aria-label="Preview" tabIndex={0}>
              <Suspense fallback={<LoadingState />}>
                <Markdown project={project.slug}>{preview}</Markdown>
              </Suspense>
            </Box>
          </Card>
        </SimpleGrid>
        <Pictures
          slug={project.slug}
          onInsert={(picture) => setMarkdown((before) => `${before.trimEnd()}\n\n${picture}\n`)}
        />
      </Stack>
      <LeaveDialog
        what="the guidelines"
        opened={isLeaving || blocker.state === "blocked"}
        onStay={() => {
          setLeaving(false);
          blocker.reset?.();
        }}
        onLeave={() => {
          if (blocker.state === "blocked") blocker.proceed();
          else onClose();
        }}
      />
    </>
  );
}
