import { Button, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { changeStanding, deleteProject } from "@/api/standing";
import type { Project } from "@/api/types";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { SettingsCard } from "@/components/SettingsCard";

type Standing = Project["standing"];

const FOLLOWS = {
  paused:
    "Nobody gets a new question until you resume it. Annotators can finish and submit what they hold, and read why they get nothing new.",
  archived:
    "Nothing in it changes any more: nobody gets questions or submits answers. Everything can still be read and exported. You can reopen it at any time.",
};

const TITLES = { paused: "Pause this project?", archived: "Archive this project?" };
const ACTIONS = { paused: "Pause", archived: "Archive" };

function DeleteDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState("");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: () => deleteProject(project.slug, name.trim()),
    meta: { silent: true },
    onSuccess: async () => {
      await navigate("/");
      notifyDone(`${project.title} is in the bin. You can restore it below the projects.`);
      queryClient.removeQueries({ queryKey: queryKeys.project(project.slug) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.deletedProjects() });
    },
  });
  return (
    <Form
      sending={sending}
      onSubmit={sending.mutate}
      action="Delete"
      isDangerous
      canSubmit={name.trim() === project.slug}
      onCancel={onClose}
      shownAt={["name"]}
    >
      <Text size="sm">
        Nobody sees the project any more. For 30 days, its leads and administrators can restore it
        as it was, with all annotations. Then it is erased.
      </Text>
      <TextInput
        label={
          <>
            Type <Code>{project.slug}</Code> to delete it
          </>
        }
        data-autofocus
        value={name}
        error={fieldErrors(sending.error).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Form>
  );
}

/** Pauses, archives and deletes a project. */
export function StandingSettings({ project }: { project: Project }) {
  const { slug, standing } = project;
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<"paused" | "archived" | "deleted" | null>(null);
  const change = useMutation({
    mutationFn: (wanted: Standing) => changeStanding(slug, wanted),
    onSuccess: async () => {
      setAsking(null);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
      await queryClient.invalidateQueries({ queryKey: queryKeys.projects() });
    },
  });
  const close = () => setAsking(null);
  const resume = (label: string) => (
    <Button variant="default" loading={change.isPending} onClick={() => change.mutate("active")}>
      {label}
    </Button>
  );
  return (
    <SettingsCard
      title="Pause, archive or delete"
      about="Each can be taken back, and the history says who did it."
    >
      <Group>
        {standing === "active" && (
          <Button variant="default" onClick={() => setAsking("paused")}>
            Pause
          </Button>
        )}
        {standing === "paused" && resume("Resume")}
        {standing === "archived" ? (
          resume("Reopen")
        ) : (
          <Button variant="default" onClick={() => setAsking("archived")}>
            Archive
          </Button>
        )}
        <Button color="brick" onClick={() => setAsking("deleted")}>
          Delete
        </Button>
      </Group>
      {(asking === "paused" || asking === "archived") && (
        <ConfirmDialog
          opened
          title={TITLES[asking]}
          action={ACTIONS[asking]}
          isPending={change.isPending}
          isDangerous={false}
          onClose={close}
          onConfirm={() => change.mutate(asking)}
        >
          {FOLLOWS[asking]}
        </ConfirmDialog>
      )}
      <Modal opened={asking === "deleted"} onClose={close} title="Delete this project?">
        <Stack>
          <DeleteDialog project={project} onClose={close} />
        </Stack>
      </Modal>
    </SettingsCard>
  );
}
