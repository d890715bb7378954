import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

import { KeysDialog } from "@/annotating/KeysDialog";
import { firstOpenAnswer, judgedAnswerQuery, type Round } from "@/api/judging";
import { notifyDone, notifyError } from "@/components/notify";
import { LoadingState } from "@/components/states";

import { AnswersDrawer } from "./AnswersDrawer";
import { AnswerSheet } from "./AnswerSheet";
import { CloseDialog } from "./CloseDialog";
import { JudgingHeader } from "./JudgingHeader";
import classes from "./JudgingScreen.module.css";
import { JUDGING_KEYS } from "./keyGroups";
import { RoundGuidelines } from "./RoundGuidelines";
import { useVerdictDesk } from "./useVerdictDesk";

type Covering = "answers" | "guidelines" | "keys" | "close" | null;

/** Phase 1 for one expert: one answer after the other, alone. */
export function JudgingScreen({ round }: { round: Round }) {
  const [search, setSearch] = useSearchParams();
  const [covering, setCovering] = useState<Covering>(null);
  const { desk, sheets } = useVerdictDesk(round);
  const queryClient = useQueryClient();
  const asked = Number(search.get("answer"));
  const number =
    Number.isInteger(asked) && asked >= 1 && asked <= round.answer_count ? asked - 1 : null;
  const goTo = (to: number) => {
    setCovering(null);
    setSearch({ answer: String(to + 1) }, { replace: true });
  };
  const goToFirstOpen = async () => {
    // What is on its way must not be found open.
    await desk.settle();
    const open = await firstOpenAnswer(round.id);
    if (open !== null) return open;
    notifyDone("You have judged every answer.");
    return null;
  };
  useEffect(() => {
    if (number !== null) return;
    let gone = false;
    const begin = (first: number | null) => {
      if (!gone) setSearch({ answer: String((first ?? 0) + 1) }, { replace: true });
    };
    void firstOpenAnswer(round.id).then(begin, () => {
      begin(0);
    });
    return () => {
      gone = true;
    };
  }, [number, round.id, setSearch]);
  // The next one is there by the time somebody asks for it.
  useEffect(() => {
    if (number === null || number + 1 >= round.answer_count) return;
    void queryClient.query(judgedAnswerQuery(round.id, number + 1)).catch(() => {
      // It is asked for again when it is its turn.
    });
  }, [queryClient, number, round]);

  const close = () => {
    setCovering(null);
  };
  if (number === null) return <LoadingState label="Looking for the first answer" />;
  return (
    <div className={classes.screen}>
      <JudgingHeader
        round={round}
        state={sheets.get(number)?.state ?? { kind: "saved" }}
        onCover={setCovering}
      />
      <AnswerSheet
        key={number}
        round={round}
        number={number}
        desk={desk}
        sheet={sheets.get(number)}
        onGoTo={goTo}
        onFirstOpen={() => {
          void goToFirstOpen().then((open) => {
            if (open !== null) goTo(open);
          }, notifyError);
        }}
        onCover={setCovering}
      />
      <AnswersDrawer
        round={round.id}
        opened={covering === "answers"}
        current={number}
        onClose={close}
        onGoTo={goTo}
      />
      <RoundGuidelines round={round} opened={covering === "guidelines"} onClose={close} />
      <KeysDialog groups={JUDGING_KEYS} opened={covering === "keys"} onClose={close} />
      <CloseDialog
        round={round}
        opened={covering === "close"}
        unsaved={desk.unsaved}
        onClose={close}
        onGoTo={goTo}
      />
    </div>
  );
}
