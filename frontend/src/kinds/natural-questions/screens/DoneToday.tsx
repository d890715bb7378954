import { Text, UnstyledButton } from "@mantine/core";
import { IconChevronUp } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComponentPropsWithRef } from "react";
import { Link } from "react-router";

import { TO_QUEUE } from "@/annotating/useUndoSubmission";
import { assignmentsQuery } from "@/api/assignments";
import { progressQuery, projectQuery } from "@/api/projects";
import { LateMenu, type LateMenuParts } from "@/components/late";

import classes from "./RailFooter.module.css";

/** So many answers one can go back to from here; the project's page has all. */
const LAST = { state: "submitted", page_size: 5 };

interface DoneTodayProps {
  readonly slug: string;
  readonly doneToday: number;
}

/** How far the annotator has come, and the last answers to go back to. */
export function DoneToday({ slug, doneToday }: DoneTodayProps) {
  const goal = useQuery(projectQuery(slug)).data?.recommended_per_day ?? null;
  // The page around it has asked already, and counts on by itself.
  const progress = useQuery({ ...progressQuery(slug), enabled: false });
  const own = progress.data?.own.submitted ?? doneToday;
  const today = goal === null ? `${doneToday} done today` : `${doneToday} of ${goal} done today`;
  if (own === 0) {
    return (
      <Text size="sm" c="dimmed">
        {today}
      </Text>
    );
  }
  return (
    <LateMenu
      position="top-start"
      width={300}
      target={DoneButton}
      label={
        <>
          <span>{today}</span>
          <span className={classes.total}>, {own} in all</span>
          <IconChevronUp size={14} aria-hidden />
        </>
      }
    >
      {(Menu) => <LastAnswers slug={slug} Menu={Menu} />}
    </LateMenu>
  );
}

function DoneButton(props: ComponentPropsWithRef<"button">) {
  return <UnstyledButton className={classes.done} {...props} />;
}

function LastAnswers({ slug, Menu }: { slug: string; Menu: LateMenuParts }) {
  const answers = useQuery({ ...assignmentsQuery(slug, LAST), staleTime: 0 });
  return (
    <>
      <Menu.Label>Your last answers</Menu.Label>
      {answers.data?.results.map(({ id, question, annotation }) => (
        <Menu.Item
          key={id}
          component={Link}
          to={`/annotations/${annotation ?? 0}?then=${TO_QUEUE}`}
          disabled={annotation === null}
        >
          <Text size="sm" maw={260} truncate dir="auto">
            {question}
          </Text>
        </Menu.Item>
      ))}
      <Menu.Item component={Link} to={`/projects/${slug}`}>
        All of your answers
      </Menu.Item>
    </>
  );
}
