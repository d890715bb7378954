import { Button, Card, Group, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useParams } from "react-router";

import { versionsQuery } from "@/api/annotations";
import {
  type FeedbackCriterion,
  feedbackQuery,
  giveFeedback,
  guidanceKeys,
  type NewFeedback,
} from "@/api/guidance";
import type { Annotation, Project } from "@/api/types";
import { useProject } from "@/api/useProject";
import { ErrorAlert } from "@/components/ErrorAlert";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { unsent } from "@/components/unsent";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useSendOnce } from "@/components/useSendOnce";
import type { Place, Quoted } from "@/kinds/kindPages";
import { useKind } from "@/kinds/useKind";

import { choicesOf } from "./criteria";
import classes from "./Feedback.module.css";
import { FeedbackCard } from "./FeedbackCard";

function wire(place: Place | undefined): Omit<NewFeedback, "criterion" | "text"> {
  const nowhere = { start: null, end: null, start_token: null, end_token: null };
  if (place === undefined) return nowhere;
  if (place.of === "answer") return { ...nowhere, start: place.start, end: place.end };
  const { start_token, end_token } = place.span;
  return { ...nowhere, start_token, end_token };
}

interface Given {
  readonly criterion: FeedbackCriterion;
  readonly text: string;
  readonly quoted: Quoted | null;
}

/** A lead's page for one annotation: its answer, a form, and earlier feedback. */
export default function GiveFeedbackPage() {
  const project = useProject();
  const { id = "" } = useParams();
  useDocumentTitle("Feedback", project.title);
  const versions = useQuery(versionsQuery(project.slug, Number(id)));
  return (
    <QueryView query={versions} errorOrder={1}>
      {(data) => {
        const annotation = data.versions.find((version) => version.id === Number(id));
        return annotation && <GiveFeedback project={project} annotation={annotation} />;
      }}
    </QueryView>
  );
}

function GiveFeedback({ project, annotation }: { project: Project; annotation: Annotation }) {
  const { slug } = project;
  const kind = useKind(annotation.kind);
  const queryClient = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const [criterion, setCriterion] = useState<FeedbackCriterion | "">("");
  const [text, setText] = useState("");
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  const given = useQuery(feedbackQuery(slug, { annotation: annotation.id, page_size: 100 }));
  const sendOnce = useSendOnce();
  const give = useMutation({
    mutationFn: ({ criterion: about, text: noticed, quoted: words }: Given) => {
      const feedback = { criterion: about, text: noticed, ...wire(words?.place) };
      return sendOnce(feedback, (key) => giveFeedback(slug, annotation.id, feedback, key));
    },
    meta: { silent: true },
    onSuccess: async (_, sent) => {
      // What was typed or quoted while it was sent is the next one's.
      setText((now) => unsent(now, sent.text));
      setQuoted((now) => (now === sent.quoted ? null : now));
      await queryClient.invalidateQueries({ queryKey: guidanceKeys.feedback(slug) });
      notifyDone("The annotator finds it in “My feedback”.");
    },
  });
  return (
    <>
      <PageHeader title="Feedback">{annotation.question}</PageHeader>
      <Stack maw={820}>
        <Card component="section" aria-label="The answer">
          <Text size="sm" c="dimmed" mb="xs">
            {annotation.annotator}
          </Text>
          {kind.quotable({ slug, annotation, quoted, onQuote: setQuoted })}
        </Card>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (criterion !== "") give.mutate({ criterion, text, quoted });
          }}
        >
          <Stack gap="sm">
            <ErrorAlert error={give.error} />
            <Radio.Group
              label="Criterion"
              value={criterion}
              onChange={(value) => setCriterion(value)}
            >
              <Group mt={6}>
                {choicesOf(kind.criteria).map(({ value, label }) => (
                  <Radio key={value} value={value} label={label} />
                ))}
              </Group>
            </Radio.Group>
            {quoted !== null && (
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <Text size="sm" className={classes.quote} component="blockquote" lineClamp={6}>
                  {quoted.quote}
                </Text>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => {
                    setQuoted(null);
                    // The button leaves.
                    field.current?.focus();
                  }}
                >
                  Without a quote
                </Button>
              </Group>
            )}
            <Textarea
              ref={field}
              label="What you noticed"
              autosize
              minRows={3}
              maxLength={5000}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <Group justify="flex-end">
              <Button
                type="submit"
                loading={give.isPending}
                disabled={criterion === "" || text.trim() === ""}
              >
                Give feedback
              </Button>
            </Group>
          </Stack>
        </form>
        {given.data?.results.map((row) => (
          <FeedbackCard key={row.id} project={project} feedback={row} />
        ))}
      </Stack>
    </>
  );
}
