import { Button, Card, Group, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useParams } from "react-router";

import type { TokenSpan } from "@/anchoring/spans";
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
import { describeAnswer } from "@/components/describeAnswer";
import { ErrorAlert } from "@/components/ErrorAlert";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useSendOnce } from "@/components/useSendOnce";
import { splitSentences } from "@/long-form/sentences";

import { toCodePoints } from "./codePoints";
import { criteriaOf } from "./criteria";
import classes from "./Feedback.module.css";
import { FeedbackCard } from "./FeedbackCard";
import { PageQuote } from "./PageQuote";

/** Words that feedback is about: in characters of a long-form answer, or in tokens of a page. */
type Place =
  | { readonly of: "answer"; readonly start: number; readonly end: number }
  | { readonly of: "page"; readonly span: TokenSpan };

interface Quoted {
  readonly place: Place;
  readonly quote: string;
}

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

/** The long-form answer; "" for other kinds, which have no text. */
function textOf(annotation: Annotation): string {
  return "long_form_answer" in annotation ? annotation.long_form_answer : "";
}

function GiveFeedback({ project, annotation }: { project: Project; annotation: Annotation }) {
  const { slug } = project;
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
      setText((now) => (now.startsWith(sent.text) ? now.slice(sent.text.length).trimStart() : now));
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
          <Answer slug={slug} annotation={annotation} quoted={quoted} onQuote={setQuoted} />
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
                {criteriaOf(project.kind).map(({ value, label }) => (
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

function Answer({
  slug,
  annotation,
  quoted,
  onQuote,
}: {
  slug: string;
  annotation: Annotation;
  quoted: Quoted | null;
  onQuote: (quoted: Quoted) => void;
}) {
  const answer = textOf(annotation);
  if (annotation.kind === "nq") {
    const { long, short } = describeAnswer(annotation);
    return (
      <>
        <Text fw={600} mb="xs">
          {[long, short].filter((part) => part !== "").join(": ")}
        </Text>
        <PageQuote
          slug={slug}
          annotation={annotation}
          span={quoted?.place.of === "page" ? quoted.place.span : null}
          onSelect={(span, quote) => onQuote({ place: { of: "page", span }, quote })}
        />
      </>
    );
  }
  return (
    <>
      <Text
        className={classes.answer}
        data-testid="answer"
        onMouseUp={(event) => {
          const span = selectedIn(event.currentTarget, answer);
          if (span !== null) onQuote(span);
        }}
      >
        {answer}
      </Text>
      <Group gap={6} mt="xs">
        <Text size="xs" c="dimmed">
          Select words in the answer to quote them.
        </Text>
        {splitSentences(answer).map(({ start, end }, place) => (
          <Button
            key={start}
            size="compact-xs"
            variant="default"
            onClick={() => onQuote(quotedFrom(answer, start, end))}
          >
            Quote sentence {place + 1}
          </Button>
        ))}
      </Group>
    </>
  );
}

/** The selection within an element whose only text is `answer`, in code points. */
function selectedIn(element: HTMLElement, answer: string): Quoted | null {
  const range = window.getSelection()?.rangeCount ? window.getSelection()?.getRangeAt(0) : null;
  if (!range || range.collapsed || !element.contains(range.commonAncestorContainer)) return null;
  const [from, to] = [range.startOffset, range.endOffset];
  if (range.startContainer !== range.endContainer) return null;
  return answer.slice(from, to).trim() === "" ? null : quotedFrom(answer, from, to);
}

/** A part of an answer, from one UTF-16 unit to before another. */
function quotedFrom(answer: string, from: number, to: number): Quoted {
  const [start, end] = [toCodePoints(answer, from), toCodePoints(answer, to)];
  return { place: { of: "answer", start, end }, quote: answer.slice(from, to) };
}
