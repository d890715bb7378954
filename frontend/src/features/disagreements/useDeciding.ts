import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";

import { leaveField, useKeys } from "@/annotating/useKeys";
import { type Disagreement, pickAnnotation, withdrawDecision } from "@/api/disagreements";
import { queryKeys } from "@/api/queryKeys";

import { refreshDecided } from "./refreshDecided";

const NUMBERS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

export interface Deciding {
  /** The place of the chosen answer; null for none. */
  readonly selected: number | null;
  /** The place of the decided answer; null where it is none of those that are shown. */
  readonly decidedPlace: number | null;
  readonly hasNames: boolean;
  readonly reason: string;
  /** Whether what is chosen and written differs from what is decided. */
  readonly isNew: boolean;
  readonly isSending: boolean;
  /** Why the last step was refused. */
  readonly error: unknown;
  readonly showsKeys: boolean;
  readonly select: (place: number) => void;
  readonly setReason: (reason: string) => void;
  readonly toggleNames: () => void;
  readonly decide: () => void;
  readonly withdraw: () => void;
  readonly goOn: () => void;
  /** Opens the page on which a lead writes an answer. */
  readonly write: () => void;
  /** The same, beginning with the chosen answer. */
  readonly writeFromChosen: () => void;
  readonly showKeys: () => void;
  readonly hideKeys: () => void;
  /** For keys that are pressed in the page's frame. */
  readonly onFrameKey: (event: KeyboardEvent) => void;
}

/** What a lead does with an example on which annotators disagree; `field` takes the reason. */
export function useDeciding(
  slug: string,
  shown: Disagreement,
  field: RefObject<HTMLTextAreaElement | null>,
): Deciding {
  const { id, groups, decision, newest, next } = shown;
  const [chosen, setChosen] = useState<number | null>(null);
  const [hasNames, setNames] = useState(false);
  const [reason, setReason] = useState(decision?.reason ?? "");
  const [showsKeys, setShowsKeys] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();

  const place = groups.findIndex(({ annotations }) =>
    annotations.some((annotation) => annotation.id === decision?.picked?.id),
  );
  const decidedPlace = place < 0 ? null : place;
  const selected = chosen ?? decidedPlace;

  const isNew =
    selected !== null &&
    (decision === null || selected !== decidedPlace || reason.trim() !== decision.reason);

  const onSuccess = (changed: Disagreement) => {
    setChosen(null);
    refreshDecided(queryClient, slug, changed);
  };
  // Whoever was faster has decided on what is to be seen now.
  const onError = () =>
    queryClient.invalidateQueries({ queryKey: queryKeys.disagreement(slug, id) });
  const deciding = useMutation({
    mutationFn: (annotation: number) =>
      pickAnnotation(slug, id, { annotation, reason: reason.trim(), supersedes: newest }),
    onSuccess,
    onError,
  });
  const withdrawing = useMutation({
    mutationFn: (supersedes: number) => withdrawDecision(slug, id, supersedes),
    onSuccess,
    onError,
  });
  const isSending = deciding.isPending || withdrawing.isPending;

  const select = (wanted: number) => {
    if (wanted < groups.length) setChosen(wanted);
  };
  const decide = () => {
    const annotation = groups[selected ?? -1]?.annotations[0];
    if (annotation === undefined || !isNew || isSending) return;
    withdrawing.reset();
    deciding.mutate(annotation.id);
  };
  const withdraw = () => {
    if (decision === null || isSending) return;
    deciding.reset();
    withdrawing.mutate(decision.id);
  };
  const goOn = () => {
    if (next !== null) void navigate(`/projects/${slug}/disagreements/${next}`);
  };
  const toWriting = (query: string) =>
    void navigate(`/projects/${slug}/disagreements/${id}/write${query}`);
  const write = () => toWriting("");
  const writeFromChosen = () => {
    const annotation = groups[selected ?? -1]?.annotations[0];
    if (annotation !== undefined) toWriting(`?annotation=${annotation.id}`);
  };
  const toggleNames = () => setNames((before) => !before);
  const showKeys = () => setShowsKeys(true);
  const numbers = NUMBERS.map((number, place) => [number, select.bind(null, place)] as const);
  const { onFrameKey } = useKeys(
    {
      ...Object.fromEntries(numbers),
      Enter: decide,
      h: toggleNames,
      r: () => field.current?.focus(),
      u: withdraw,
      w: write,
      s: writeFromChosen,
      n: goOn,
      k: showKeys,
    },
    { Escape: leaveField },
  );
  return {
    selected,
    decidedPlace,
    hasNames,
    reason,
    isNew,
    isSending,
    error: deciding.error ?? withdrawing.error,
    showsKeys,
    select,
    setReason,
    toggleNames,
    decide,
    withdraw,
    goOn,
    write,
    writeFromChosen,
    showKeys,
    hideKeys: () => setShowsKeys(false),
    onFrameKey,
  };
}
