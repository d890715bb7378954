import { Anchor, Badge, Breadcrumbs as Trail, Button, SegmentedControl, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router";

import { referenceSheetQuery } from "@/api/longFormReviews";
import type { ReferenceSheet } from "@/api/types";
import { ExampleTimeline } from "@/components/ExampleTimeline";
import { count } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { TakeOutButtons } from "@/components/TakeOutButtons";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useShownPieces } from "@/components/useShownPieces";

import { describe } from "../describe";
import { Agreements } from "./Agreements";
import { Answers } from "./Answers";
import { Disambiguations } from "./Disambiguations";
import classes from "./ReferenceSheetPage.module.css";
import { VisitedPages } from "./VisitedPages";

/** An ASQA example for a lead: what was asked, and all answers side by side. */
export default function ReferenceSheetPage() {
  const { slug = "", id = "" } = useParams();
  const sheet = useQuery(referenceSheetQuery(slug, Number(id)));
  useDocumentTitle(sheet.data?.question);
  return (
    <QueryView query={sheet} errorOrder={1}>
      {(loaded) => <Sheet key={loaded.id} slug={slug} sheet={loaded} />}
    </QueryView>
  );
}

function Sheet({ slug, sheet }: { slug: string; sheet: ReferenceSheet }) {
  const [search, setSearch] = useSearchParams();
  const shown = search.get("show") === "history" ? "history" : "sheet";
  const { annotations, agreements } = sheet;
  const pieces = annotations.flatMap(({ knowledge }) => knowledge);
  const { read, unseenPages } = useShownPieces(sheet.pages, pieces);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div>
          <Trail separator="›" fz="sm" className={classes.trail}>
            <Anchor component={Link} to={`/projects/${slug}/examples`} size="sm">
              Examples
            </Anchor>
            <Text size="sm" c="dimmed">
              {describeOrigin(sheet)}
            </Text>
            {sheet.is_taken_out && <Badge color="amber">Taken out</Badge>}
          </Trail>
          <h1 className={classes.question}>{sheet.question}</h1>
        </div>
        <div className={classes.tools}>
          <TakeOutButtons slug={slug} chosen={[sheet]} />
          <SegmentedControl
            size="sm"
            aria-label="Shown of the example"
            data={[
              { value: "sheet", label: "Reference sheet" },
              { value: "history", label: "History" },
            ]}
            value={shown}
            onChange={(value) =>
              setSearch(value === "history" ? { show: "history" } : {}, { replace: true })
            }
          />
          {shown === "sheet" && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={17} aria-hidden />}
              onClick={() => window.print()}
            >
              Print
            </Button>
          )}
        </div>
      </header>
      {shown === "history" ? (
        <div className={classes.history}>
          <ExampleTimeline slug={slug} example={sheet.id} describe={describe} />
        </div>
      ) : (
        <>
          <Disambiguations sheet={sheet} />
          <Answers slug={slug} sheet={sheet} selected={search.get("annotation")} read={read} />
          {unseenPages}
          {agreements.length > 0 && (
            <Agreements agreements={agreements} annotations={annotations} />
          )}
          {sheet.pages.length > 0 && <VisitedPages pages={sheet.pages} />}
        </>
      )}
    </div>
  );
}

function describeOrigin({ split, ambiguity, ...sheet }: ReferenceSheet): string {
  const { annotations_submitted: submitted, annotations_required: required } = sheet;
  return [
    split,
    ambiguity?.key ?? sheet.example_id,
    `${submitted} of ${count(required, "annotation")}`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}
