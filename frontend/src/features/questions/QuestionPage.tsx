import { Anchor, Button, Group, Modal, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";

import { moveAssignment } from "@/api/assignments";
import {
  closeThread,
  guidanceKeys,
  type ThreadDetail,
  threadQuery,
  writeMessage,
} from "@/api/guidance";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { useOwnName } from "@/api/useMe";
import { useProject } from "@/api/useProject";
import { FaqForm } from "@/components/FaqForm";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";
import { unsent } from "@/components/unsent";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useSendOnce } from "@/components/useSendOnce";

import { AskedAbout } from "./AskedAbout";
import classes from "./Thread.module.css";
import { ThreadBadge } from "./ThreadBadge";

/** One question with its thread; beside it, for leads, what the asker saw. */
export default function QuestionPage() {
  const project = useProject();
  const { id = "" } = useParams();
  useDocumentTitle("Question", project.title);
  const thread = useQuery(threadQuery(project.slug, Number(id)));
  return (
    <QueryView query={thread} errorOrder={1}>
      {(data) => <ThreadView key={data.id} project={project} thread={data} />}
    </QueryView>
  );
}

function ThreadView({ project, thread }: { project: Project; thread: ThreadDetail }) {
  const isLead = project.role === "lead";
  return (
    <>
      <PageHeader title={thread.question} actions={<ThreadBadge thread={thread} />}>
        <Anchor component={Link} to={`/projects/${project.slug}/questions`} size="sm">
          All questions
        </Anchor>
      </PageHeader>
      <SimpleGrid cols={{ base: 1, lg: isLead ? 2 : 1 }} spacing="lg">
        <Stack>
          <Messages thread={thread} />
          <Reply project={project} thread={thread} />
        </Stack>
        {isLead && <AskedAbout slug={project.slug} thread={thread} />}
      </SimpleGrid>
    </>
  );
}

const AUTHORS = { you: "You", lead: "A lead", asker: "The annotator" };

function Messages({ thread }: { thread: ThreadDetail }) {
  return (
    <ol className={classes.messages} aria-label="Messages">
      {thread.messages.map(({ id, author, name, text, at }) => (
        <li key={id} className={`${classes.message} ${author === "lead" ? classes.lead : ""}`}>
          <Group justify="space-between" gap="sm" mb={4}>
            <Text size="sm" fw={600}>
              {author === "you" ? AUTHORS.you : (name ?? AUTHORS[author])}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              <RelativeTime at={at} />
            </Text>
          </Group>
          <Text size="sm" className={classes.text}>
            {text}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function Reply({ project, thread }: { project: Project; thread: ThreadDetail }) {
  const { slug } = project;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useReplyText(thread.id);
  const [isPublishing, setPublishing] = useState(false);
  const isAsker = thread.assignment !== null;
  async function show(changed: ThreadDetail): Promise<void> {
    queryClient.setQueryData(threadQuery(slug, thread.id).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: guidanceKeys.questions(slug) });
    await queryClient.invalidateQueries({ queryKey: guidanceKeys.news(slug) });
  }
  const sendOnce = useSendOnce();
  const write = useMutation({
    mutationFn: (message: string) =>
      sendOnce(message, (key) => writeMessage(slug, thread.id, message, key)),
    onSuccess: async (changed, sent) => {
      setText((now) => unsent(now, sent));
      await show(changed);
    },
  });
  const close = useMutation({ mutationFn: () => closeThread(slug, thread.id), onSuccess: show });
  const resume = useMutation({
    mutationFn: (assignment: number) => moveAssignment(assignment, "resume"),
    onSuccess: async (_, assignment) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
      await navigate(`/assignments/${assignment}`);
    },
  });
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.mutate(text);
        }}
      >
        <Textarea
          label={isAsker ? "Ask again" : "Your answer"}
          autosize
          minRows={3}
          maxLength={5000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="space-between" mt="sm">
          <Group gap="sm">
            {thread.assignment !== null && thread.assignment_state === "parked" && (
              <Button
                variant={thread.state === "answered" ? "filled" : "default"}
                loading={resume.isPending}
                onClick={() => {
                  if (thread.assignment !== null) resume.mutate(thread.assignment);
                }}
              >
                Resume
              </Button>
            )}
            {thread.state === "waiting" && (
              <Button
                variant="subtle"
                color="gray"
                loading={close.isPending}
                onClick={() => close.mutate()}
              >
                Close without an answer
              </Button>
            )}
            {project.role === "lead" && thread.messages.length > 1 && (
              <Button variant="default" onClick={() => setPublishing(true)}>
                Publish to the FAQ…
              </Button>
            )}
          </Group>
          <Button
            type="submit"
            variant={isAsker ? "default" : "filled"}
            loading={write.isPending}
            disabled={text.trim() === ""}
          >
            {isAsker ? "Send" : "Send answer"}
          </Button>
        </Group>
        {thread.faq_entries.length > 0 && (
          <Text size="sm" c="dimmed" mt="sm">
            In the FAQ:{" "}
            {thread.faq_entries.map((number) => (
              <Anchor
                key={number}
                component={Link}
                to={`/projects/${slug}/faq/${number}`}
                mr={8}
                underline="always"
              >
                {number}
              </Anchor>
            ))}
          </Text>
        )}
      </form>
      <Modal
        opened={isPublishing}
        onClose={() => setPublishing(false)}
        title="Publish to the FAQ"
        size="lg"
      >
        <FaqForm
          slug={slug}
          thread={thread.id}
          number={null}
          initial={textOf(thread)}
          onDone={({ number }) => {
            setPublishing(false);
            notifyDone(`Entry ${number} is in the FAQ.`);
          }}
        />
      </Modal>
    </>
  );
}

/** What is being written in a thread. This tab keeps it while other pages or a reload come between. */
function useReplyText(thread: number) {
  const ownName = useOwnName();
  return useSessionStorage({
    key: `plumbline:reply:${ownName}:${thread}`,
    defaultValue: "",
    getInitialValueInEffect: false,
  });
}

/** The question as it was asked, and the last answer, to be worked over. */
function textOf({ messages }: ThreadDetail) {
  const answers = messages.filter(({ author }) => author !== "asker");
  return { title: "", question: messages[0]?.text ?? "", answer: answers.at(-1)?.text ?? "" };
}
