import { Anchor, Badge, Breadcrumbs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useMemo, useRef } from "react";
import { Link, useParams } from "react-router";

import { KeysButton } from "@/annotating/KeysButton";
import { KeysDialog } from "@/annotating/KeysDialog";
import { type Disagreement, disagreementQuery } from "@/api/disagreements";
import { projectQuery } from "@/api/projects";
import type { Project } from "@/api/types";
import { count, formatShare } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useKind } from "@/kinds/useKind";

import { AnswerGroups } from "./AnswerGroups";
import { DecisionForm } from "./DecisionForm";
import classes from "./DisagreementPage.module.css";
import { KEYS } from "./keys";
import { useDeciding } from "./useDeciding";

/** One example on which annotators disagree: a lead picks the right answer, by mouse or keys. */
export default function DisagreementPage() {
  const { slug = "", id = "" } = useParams();
  const project = useQuery(projectQuery(slug));
  const disagreement = useQuery(disagreementQuery(slug, Number(id)));
  useDocumentTitle(disagreement.data?.question);
  return (
    <QueryView query={project} errorOrder={1}>
      {(found) => (
        <QueryView query={disagreement} errorOrder={1}>
          {(shown) => (
            <Suspense fallback={<LoadingState />}>
              <Deciding key={shown.id} project={found} shown={shown} />
            </Suspense>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}

function Deciding({ project, shown }: { project: Project; shown: Disagreement }) {
  const { slug } = project;
  const kind = useKind(project.kind);
  const field = useRef<HTMLTextAreaElement>(null);
  const deciding = useDeciding(slug, shown, field);
  const written = shown.decision?.written ?? null;
  const { selected, hasNames, onFrameKey } = deciding;
  const groups = useMemo(() => shown.groups.map(({ annotations }) => annotations), [shown]);
  return (
    <div className={classes.screen} data-alone={shown.page === null || undefined}>
      <header className={classes.header}>
        <Breadcrumbs separator="›" fz="sm">
          <Anchor component={Link} to={`/projects/${slug}`} size="sm">
            {project.title}
          </Anchor>
          <Anchor component={Link} to={`/projects/${slug}/disagreements`} size="sm">
            Disagreements
          </Anchor>
          <Text size="sm" c="dimmed">
            {describePlace(shown)}
          </Text>
        </Breadcrumbs>
        <div className={classes.heading}>
          <h1 className={classes.question}>{shown.question}</h1>
          <KeysButton onClick={deciding.showKeys} />
        </div>
      </header>
      <aside className={classes.side} aria-label="Answers">
        <div className={classes.list}>
          <AnswerGroups
            groups={groups}
            selected={selected}
            decided={deciding.decidedPlace}
            hasNames={hasNames}
            onSelect={deciding.select}
          />
          {written !== null && (
            <section className={classes.written} aria-label="The written answer">
              <Badge color="plumb" mb={6}>
                Written by a lead
              </Badge>
              <kind.TrainingContent content={written} />
            </section>
          )}
        </div>
        <DecisionForm slug={slug} shown={shown} deciding={deciding} field={field} />
      </aside>
      {shown.page !== null && (
        <div className={classes.page}>
          {kind.answersOnPage({ page: shown.page, groups, selected, onKey: onFrameKey })}
        </div>
      )}
      <KeysDialog groups={KEYS} opened={deciding.showsKeys} onClose={deciding.hideKeys} />
    </div>
  );
}

function describePlace({ agreement, undecided, split }: Disagreement): string {
  return [
    split,
    agreement === null ? "" : `${formatShare(agreement)} agreement`,
    `${count(undecided, "example")} to decide on`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
