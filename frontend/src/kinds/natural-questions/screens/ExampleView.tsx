import {
  Anchor,
  Badge,
  Breadcrumbs as Trail,
  Group,
  ScrollArea,
  SegmentedControl,
  Text,
} from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";

import type { FrameHandlers } from "@/anchoring/frameBridge";
import type { ChosenBy, PageView } from "@/anchoring/pageView";
import { FindField } from "@/annotating/FindField";
import { PageFrame } from "@/annotating/PageFrame";
import { SYSTEM_STYLE, SystemAnswerLine, useSystemOnPage } from "@/annotating/systemAnswer";
import { useFindKey } from "@/annotating/useFindKey";
import { exampleQuery } from "@/api/projects";
import type { ExampleDetail } from "@/api/types";
import { AnnotationActions } from "@/components/AnnotationActions";
import { ExampleTimeline } from "@/components/ExampleTimeline";
import { count } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { TakeOutButtons } from "@/components/TakeOutButtons";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { describe } from "../describe";
import type { NaturalQuestionsAnnotation } from "../types";
import { AnnotationList } from "./AnnotationList";
import { ANSWER_STYLE } from "./answerStyle";
import { countAnswers } from "./differences";
import { distinctAnswers } from "./distinctAnswers";
import classes from "./ExampleView.module.css";
import { useAnswersOnPage } from "./useAnswersOnPage";
import { useSystemAnswer } from "./useSystemAnswer";

const ignore = () => undefined;

/** An example for a lead: the page with every annotation's answer marked in it. */
export default function ExampleView() {
  const { slug = "", id = "" } = useParams();
  const example = useQuery(exampleQuery(slug, Number(id)));
  useDocumentTitle(example.data?.question);
  return (
    <QueryView query={example}>
      {(loaded) => <Example key={loaded.id} slug={slug} example={loaded} />}
    </QueryView>
  );
}

function Example({ slug, example }: { slug: string; example: ExampleDetail }) {
  const [view, setView] = useState<PageView | null>(null);
  const [chosenBy, setChosenBy] = useState<ChosenBy>("list");
  const { find, onFrameKey } = useFindKey();
  const [search, setSearch] = useSearchParams();
  const shown = search.get("show") === "history" ? "history" : "answers";
  const { page } = example;
  const annotations = useMemo(
    () => example.annotations.filter((annotation) => annotation.kind === "nq"),
    [example],
  );
  const answers = useMemo(() => distinctAnswers(annotations), [annotations]);
  const selected =
    annotations.find(({ id }) => String(id) === search.get("annotation")) ?? annotations[0] ?? null;
  useAnswersOnPage(view, answers, selected, chosenBy);
  const system = useSystemAnswer(slug, example.id);
  useSystemOnPage(view, system);

  const select = (annotation: NaturalQuestionsAnnotation, by: ChosenBy) => {
    setChosenBy(by);
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("show");
        after.set("annotation", String(annotation.id));
        return after;
      },
      { replace: true },
    );
  };
  const handlers: FrameHandlers = {
    onKey: onFrameKey,
    onHover: (candidate) => {
      view?.setHover(candidate);
    },
    onClick: ({ candidate }) => {
      const chain = candidate === null ? [] : (view?.navigator.chain(candidate) ?? []);
      const boxes = chain.map(({ index }) => index).reverse();
      const hit = boxes
        .map((box) => annotations.find((each) => each.long_answer?.candidate_index === box))
        .find((annotation) => annotation !== undefined);
      if (hit) select(hit, "pointer");
    },
  };

  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <Group gap="xs">
          <Trail separator="›" fz="sm">
            <Anchor component={Link} to={`/projects/${slug}/examples`} size="sm">
              Examples
            </Anchor>
            <Text size="sm" c="dimmed" className={classes.answered}>
              {example.annotations_submitted} of {count(example.annotations_required, "annotation")}
              {annotations.length > 0 && ` · ${describeAnswers(annotations, answers.length)}`}
            </Text>
            {example.is_taken_out && <Badge color="amber">Taken out</Badge>}
          </Trail>
          <TakeOutButtons slug={slug} chosen={[example]} size="xs" />
        </Group>
        <h1 className={classes.question}>{example.question}</h1>
        {system !== undefined && <SystemAnswerLine answer={system} view={view} />}
      </header>
      <aside className={classes.side} aria-label="Annotations">
        {view && (
          <div className={classes.find}>
            <FindField ref={find} view={view} onFound={ignore} onClosed={ignore} />
          </div>
        )}
        <div className={classes.tabs}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Shown beside the page"
            data={[
              { value: "answers", label: "Answers" },
              { value: "history", label: "History" },
            ]}
            value={shown}
            onChange={(value) =>
              setSearch(value === "history" ? { show: "history" } : {}, { replace: true })
            }
          />
        </div>
        <ScrollArea className={classes.list} type="hover" scrollbarSize={8}>
          {shown === "history" ? (
            <ExampleTimeline slug={slug} example={example.id} describe={describe} />
          ) : annotations.length === 0 ? (
            <EmptyState icon={IconUsers} title="No annotations yet">
              They appear here as annotators submit them.
            </EmptyState>
          ) : (
            <AnnotationList
              answers={answers}
              selected={selected?.id ?? null}
              view={view}
              onSelect={(annotation) => select(annotation, "list")}
              actions={
                selected &&
                !example.is_taken_out && (
                  <AnnotationActions
                    key={selected.id}
                    slug={slug}
                    annotation={selected}
                    describe={describe}
                  />
                )
              }
            />
          )}
        </ScrollArea>
        <Text size="sm" c="dimmed" className={classes.source}>
          {example.page_title}
          {example.split !== "" && ` · ${example.split}`}
        </Text>
      </aside>
      <div className={classes.page}>
        {page ? (
          <PageFrame
            page={page}
            handlers={handlers}
            onOpen={(opened) => {
              opened?.view.addStyle(`${ANSWER_STYLE}\n${SYSTEM_STYLE}`);
              setView(opened?.view ?? null);
            }}
          />
        ) : (
          <EmptyState icon={IconUsers} title="This example has no page" />
        )}
      </div>
    </div>
  );
}

/** How many have a long answer, how many a short one, and how many ways to answer there are. */
function describeAnswers(
  annotations: readonly NaturalQuestionsAnnotation[],
  distinct: number,
): string {
  const { long, short } = countAnswers(annotations);
  return `${long} with a long answer, ${short} with a short one · ${count(distinct, "different answer")}`;
}
