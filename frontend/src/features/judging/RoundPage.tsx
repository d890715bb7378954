import { IconFlag } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type Round, roundQuery } from "@/api/judging";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { JudgingScreen } from "./JudgingScreen";
import { MeetingScreen } from "./MeetingScreen";
import { WaitingScreen } from "./WaitingScreen";

/** Milliseconds between two looks at whether the last expert has closed phase 1. */
const WAITING_EVERY = 3_000;

function isWaiting(round: Round): boolean {
  const you = round.experts.find(({ is_you: isYou }) => isYou);
  return round.phase === "independent" && you?.closed_at !== null;
}

/** One round, as far as it has come for its reader. */
export default function RoundPage() {
  const { id = "" } = useParams();
  const round = useQuery({
    ...roundQuery(Number(id)),
    refetchInterval: ({ state }) => (state.data && isWaiting(state.data) ? WAITING_EVERY : false),
  });
  useDocumentTitle(round.data?.title);
  return (
    <QueryView query={round} errorOrder={1}>
      {(loaded) => {
        if (loaded.cancelled_at !== null) {
          return (
            <EmptyState order={1} icon={IconFlag} title="This round is cancelled">
              A lead has cancelled the round. What you have said is kept, in case it goes on.
            </EmptyState>
          );
        }
        if (loaded.phase !== "independent") return <MeetingScreen key={loaded.id} round={loaded} />;
        if (isWaiting(loaded)) return <WaitingScreen round={loaded} />;
        return <JudgingScreen key={loaded.id} round={loaded} />;
      }}
    </QueryView>
  );
}
