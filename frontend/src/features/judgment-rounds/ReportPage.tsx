import { Alert, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type Round, roundQuery } from "@/api/judging";
import { type Report, reportQuery } from "@/api/judgmentReports";
import { useProject } from "@/api/useProject";
import { count } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { ScopeOf } from "@/components/ScopeLine";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { Agreement } from "./Agreement";
import { FirstVotes } from "./FirstVotes";
import { Precision } from "./Precision";
import { TARGET_NAMES, roundAddress } from "./roundWords";
import classes from "./SheetPage.module.css";
import { usePrintInLight } from "./usePrintInLight";
import { Variability } from "./Variability";

/** What came of a round: precision, agreement, what moved, and how annotators vary. */
export default function ReportPage() {
  const { id = "" } = useParams();
  const round = useQuery(roundQuery(Number(id)));
  const report = useQuery(reportQuery(Number(id)));
  return (
    <QueryView query={round} errorOrder={1}>
      {(loadedRound) => (
        <QueryView query={report} errorOrder={1}>
          {(loaded) => <LoadedReport round={loadedRound} report={loaded} />}
        </QueryView>
      )}
    </QueryView>
  );
}

/** Whether a share of verdicts or a coefficient of agreement has an interval. */
function hasIntervals({ precision, agreement }: Report): boolean {
  const { psi, correct, debatable, wrong } = precision ?? {};
  const { fleiss_kappa: kappa, krippendorff_alpha: alpha } = agreement;
  return [psi, correct, debatable, wrong, kappa, alpha].some((found) => found?.low != null);
}

function LoadedReport({ round, report }: { readonly round: Round; readonly report: Report }) {
  const { slug, title: project, role } = useProject();
  useDocumentTitle(`Report of ${round.title}`, project);
  usePrintInLight();
  return (
    <>
      <PageHeader
        title={`Report: ${round.title}`}
        actions={
          <div className={classes.tools}>
            {role === "lead" && (
              <LinkButton to={roundAddress(slug, round.id)} variant="default">
                Round
              </LinkButton>
            )}
            {round.variability !== null && (
              <LinkButton to={roundAddress(slug, round.id, "sheet")} variant="default">
                Sheet
              </LinkButton>
            )}
          </div>
        }
      >
        {TARGET_NAMES[round.target]} · {count(report.draws, "draw")} of{" "}
        {count(report.answers, "answer")} · judged by {count(round.experts.length, "expert")}
      </PageHeader>
      <Stack gap="lg">
        {hasIntervals(report) && <ScopeOf what="experts" />}
        {report.precision === null ? (
          <Alert color="amber" title="Precision appears when every answer has a consensus">
            {report.settled} of {count(report.answers, "answer")} have one. What the experts voted
            first is below.
          </Alert>
        ) : (
          <Precision report={report} precision={report.precision} target={round.target} />
        )}
        {round.variability !== null && <Variability round={round} />}
        <Agreement report={report} />
        <FirstVotes report={report} />
        <Text size="sm" c="dimmed">
          {report.method}
        </Text>
      </Stack>
    </>
  );
}
