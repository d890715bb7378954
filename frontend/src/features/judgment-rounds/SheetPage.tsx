import { Button, Card } from "@mantine/core";
import { IconFileText, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { roundQuery } from "@/api/judging";
import { type SheetAnswer, type SheetEntry, sheetQuery } from "@/api/judgmentReports";
import { useProject } from "@/api/useProject";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { VerdictBadge } from "@/components/VerdictBadge";
import { isWebAddress } from "@/components/webAddress";

import { TARGET_NAMES, roundAddress } from "./roundWords";
import classes from "./SheetPage.module.css";
import { usePrintInLight } from "./usePrintInLight";

/** Figure 6 for a round: each judged answer with how many annotators gave one, and gave the same. */
export default function SheetPage() {
  const { id = "" } = useParams();
  const { slug, title: project } = useProject();
  const round = useQuery(roundQuery(Number(id)));
  const sheet = useQuery(sheetQuery(Number(id)));
  useDocumentTitle(round.data && `Sheet of ${round.data.title}`, project);
  usePrintInLight();
  return (
    <QueryView query={round} errorOrder={1}>
      {({ title, target, id: key }) => (
        <>
          <PageHeader
            title={`Sheet: ${title}`}
            actions={
              <div className={classes.tools}>
                <LinkButton to={roundAddress(slug, key, "report")} variant="default">
                  Report
                </LinkButton>
                <Button
                  leftSection={<IconPrinter size={17} aria-hidden />}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
              </div>
            }
          >
            {TARGET_NAMES[target]} were judged. Beside each answer: how many of the example’s
            annotations have an answer, and how many have the same one.
          </PageHeader>
          <QueryView query={sheet}>{(entries) => <Entries entries={entries} />}</QueryView>
        </>
      )}
    </QueryView>
  );
}

function Entries({ entries }: { readonly entries: readonly SheetEntry[] }) {
  if (entries.length === 0) {
    return (
      <Card>
        <EmptyState icon={IconFileText} title="Nothing to show">
          This round has no judged answers.
        </EmptyState>
      </Card>
    );
  }
  return (
    <ol className={classes.entries} aria-label="Judged answers">
      {entries.map((entry) => (
        <li key={entry.number} className={classes.entry}>
          <h2 className={classes.question}>
            <span className={classes.number}>{entry.number + 1}</span>
            {entry.question}
          </h2>
          <p className={classes.page}>
            Page:{" "}
            {isWebAddress(entry.page.url) ? (
              <a href={entry.page.url} rel="noreferrer">
                {entry.page.title}
              </a>
            ) : (
              entry.page.title
            )}
          </p>
          <AnswerLine name="Long answer" answer={entry.long} />
          <AnswerLine name="Short answer" answer={entry.short} />
          <p className={classes.figures}>
            <Stats name="Long answer stats" answer={entry.long} />
            <Stats name="Short answer stats" answer={entry.short} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function AnswerLine({ name, answer }: { readonly name: string; readonly answer: SheetAnswer }) {
  return (
    <div className={classes.answer}>
      <div className={classes.label}>
        <strong>{name}</strong>
        {answer.verdict !== null && <VerdictBadge verdict={answer.verdict} short />}
      </div>
      <p className={answer.text === null ? classes.none : classes.text}>{answer.text ?? "NULL"}</p>
    </div>
  );
}

/** `13/25, 4/25`, and the same in words for screen readers and on hover. */
function Stats({ name, answer }: { readonly name: string; readonly answer: SheetAnswer }) {
  const { non_null: given, same, total, text } = answer;
  const words = `${count(given, "annotation")} of ${total} have one, ${same} ${text === null ? "have none" : "have the same"}`;
  return (
    <span title={words}>
      <strong>{name}:</strong> {given}/{total}, {same}/{total}
    </span>
  );
}
