import { useSessionStorage } from "@mantine/hooks";

import { useOwnName } from "@/api/useMe";

/** The labels of an answer as they are chosen, and what is noted. */
export interface LabelDraft {
  readonly labels: readonly number[];
  readonly note: string;
}

export interface LabelDrafts {
  /** The numbers of the answers whose labels or note the server doesn't have yet. */
  readonly unsaved: readonly number[];
  readonly of: (number: number) => LabelDraft | null;
  /** Keeps a draft until it is saved; null forgets it. */
  readonly keep: (number: number, draft: LabelDraft | null) => void;
  /** Forgets a draft that was saved, unless it was changed meanwhile. */
  readonly forget: (number: number, saved: LabelDraft) => void;
}

type Drafts = Readonly<Record<number, LabelDraft>>;

/** One person's unsaved labels by the answer's number. This tab keeps them through a reload. */
export function useLabelDrafts(analysis: number): LabelDrafts {
  const ownName = useOwnName();
  const [drafts, setDrafts] = useSessionStorage<Drafts>({
    key: `plumbline:labels:${ownName}:${analysis}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return {
    unsaved: Object.keys(drafts).map(Number),
    of: (number) => drafts[number] ?? null,
    keep: (number, draft) => {
      setDrafts((before) => withDraft(before, number, draft));
    },
    forget: (number, saved) => {
      setDrafts((before) => {
        const now = before[number];
        return now && isSameDraft(now, saved) ? withDraft(before, number, null) : before;
      });
    },
  };
}

export function isSameDraft(one: LabelDraft, other: LabelDraft): boolean {
  return one.note === other.note && one.labels.join() === other.labels.join();
}

function withDraft(drafts: Drafts, number: number, draft: LabelDraft | null): Drafts {
  const others = Object.entries(drafts).filter(([each]) => Number(each) !== number);
  return Object.fromEntries(draft === null ? others : [...others, [number, draft]]);
}
