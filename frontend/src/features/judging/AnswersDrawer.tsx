import { Drawer, Group, SegmentedControl, Text, UnstyledButton } from "@mantine/core";
import { IconCircleDashed } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { type AnswerRow, answersQuery } from "@/api/judging";
import type { DialogProps } from "@/components/dialogProps";
import { Pages } from "@/components/Pages";
import { QueryView } from "@/components/QueryView";
import { VerdictBadge } from "@/components/VerdictBadge";

import classes from "./AnswersDrawer.module.css";

const PAGE_SIZE = 50;

interface AnswersDrawerProps extends DialogProps {
  readonly round: number;
  readonly current: number;
  readonly onGoTo: (number: number) => void;
}

/** Every answer of the round with the caller's own verdict, to go to any of them. */
export function AnswersDrawer({ opened, onClose, ...props }: AnswersDrawerProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title="All answers">
      {opened && <Answers {...props} />}
    </Drawer>
  );
}

function Answers(props: Omit<AnswersDrawerProps, "opened" | "onClose">) {
  const { round, current, onGoTo } = props;
  const [page, setPage] = useState(() => Math.floor(current / PAGE_SIZE) + 1);
  const [shown, setShown] = useState("all");
  const query = { page, page_size: PAGE_SIZE, ...(shown === "open" ? { open: true } : {}) };
  const answers = useQuery(answersQuery(round, query));
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label="Shown answers"
        data={[
          { value: "all", label: "All" },
          { value: "open", label: "Not judged yet" },
        ]}
        value={shown}
        onChange={(value) => {
          setShown(value);
          setPage(1);
        }}
      />
      <QueryView query={answers}>
        {({ results, count }) => (
          <>
            {results.length === 0 && <Text c="dimmed">You have judged every answer.</Text>}
            <ol className={classes.list} aria-label="Answers">
              {results.map((row) => (
                <li key={row.number}>
                  <Row row={row} isCurrent={row.number === current} onGoTo={onGoTo} />
                </li>
              ))}
            </ol>
            <Group justify="center" mt="md">
              <Pages size="sm" value={page} onChange={setPage} count={count} perPage={PAGE_SIZE} />
            </Group>
          </>
        )}
      </QueryView>
    </>
  );
}

function Row(props: { row: AnswerRow; isCurrent: boolean; onGoTo: (number: number) => void }) {
  const { row, isCurrent, onGoTo } = props;
  const verdict = row.judgment?.verdict ?? null;
  return (
    <UnstyledButton
      className={classes.row}
      aria-current={isCurrent || undefined}
      onClick={() => onGoTo(row.number)}
    >
      <span className={classes.number}>{row.number + 1}</span>
      <span className={classes.question}>{row.question}</span>
      {verdict ? (
        <VerdictBadge verdict={verdict} short />
      ) : (
        <IconCircleDashed size={16} role="img" aria-label="Not judged yet" />
      )}
    </UnstyledButton>
  );
}
