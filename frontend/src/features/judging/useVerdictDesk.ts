import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { browserStorage, DraftStore } from "@/annotating/draftStore";
import {
  type JudgedAnswer,
  judgedAnswerQuery,
  judgingKeys,
  type Judgment,
  type Round,
  roundQuery,
  saveJudgment,
} from "@/api/judging";
import { queryKeys } from "@/api/queryKeys";

import { OWN_VERDICTS, type SheetView, VerdictDesk } from "./verdictDesk";

interface OpenDesk {
  readonly desk: VerdictDesk;
  readonly sheets: ReadonlyMap<number, SheetView>;
}

/** The caller's verdicts in a round, kept and sent for as long as its page is open. */
export function useVerdictDesk({ id: round, seat }: Round): OpenDesk {
  const queryClient = useQueryClient();
  const [desk] = useState(() => {
    const showSaved = (number: number, judgment: Judgment) => {
      const { queryKey } = judgedAnswerQuery(round, number);
      const before = queryClient.getQueryData<JudgedAnswer>(queryKey);
      if (before) queryClient.setQueryData(queryKey, { ...before, judgment });
      const { verdict = null } = before?.judgment ?? {};
      if (verdict === judgment.verdict) return;
      void queryClient.invalidateQueries({ queryKey: roundQuery(round).queryKey, exact: true });
      void queryClient.invalidateQueries({ queryKey: [...judgingKeys.answers(round), "list"] });
    };
    return new VerdictDesk({
      round,
      seat,
      store: new DraftStore(OWN_VERDICTS, browserStorage()),
      send: (number, body) => saveJudgment(round, number, body),
      onSaved: showSaved,
      // Asking who is signed in makes the shell ask for the password again.
      onSignedOut: () => void queryClient.invalidateQueries({ queryKey: queryKeys.me() }),
    });
  });
  const sheets = useSyncExternalStore(desk.subscribe, desk.read);

  useEffect(() => {
    const flush = () => {
      desk.flush();
    };
    const hidden = () => {
      if (document.visibilityState === "hidden") desk.flush();
    };
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", flush);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", flush);
      desk.stop();
    };
  }, [desk]);

  return { desk, sheets };
}
