import { DraftKeeper, restoreDraft, type Drafted, type SaveState } from "@/annotating/draftKeeper";
import type { DraftStore, DraftKind } from "@/annotating/draftStore";
import { ApiError } from "@/api/errors";
import type { JudgedAnswer, Judgment, JudgmentBody, Verdict } from "@/api/judging";

/** What an expert thinks of one answer, before the server has it. */
export interface OwnVerdict {
  readonly verdict: Verdict | null;
  readonly justification: string;
}

/** A judgment in the shape that drafts are kept in; `id` is the answer's number. */
export interface KeptVerdict extends Drafted {
  readonly draft: OwnVerdict | null;
}

export const UNDECIDED: OwnVerdict = { verdict: null, justification: "" };

export const OWN_VERDICTS: DraftKind<OwnVerdict> = {
  isDraft: (value): value is OwnVerdict => "verdict" in value && "justification" in value,
  same: (one, other) =>
    (one ?? UNDECIDED).verdict === (other ?? UNDECIDED).verdict &&
    (one ?? UNDECIDED).justification === (other ?? UNDECIDED).justification,
};

export function toKept(number: number, judgment: Judgment | null): KeptVerdict {
  if (judgment === null) return { id: number, version: 0, draft: null };
  const { verdict, justification, version } = judgment;
  return { id: number, version, draft: { verdict, justification } };
}

interface DeskOptions {
  readonly round: number;
  /** The expert's seat: what another expert left in this browser is not theirs. */
  readonly seat: number | null;
  readonly store: DraftStore<OwnVerdict>;
  readonly send: (number: number, body: JudgmentBody) => Promise<Judgment>;
  readonly onSaved: (number: number, judgment: Judgment) => void;
  readonly onSignedOut: () => void;
}

interface Sheet {
  readonly keeper: DraftKeeper<KeptVerdict>;
  own: OwnVerdict;
  state: SaveState<KeptVerdict>;
}

/** What is shown of one answer's sheet. */
export interface SheetView {
  readonly own: OwnVerdict;
  readonly state: SaveState<KeptVerdict>;
}

/**
 * The verdicts of one expert in one round, each saved by itself. A sheet stays at work after the
 * expert has gone on to another answer, so that nothing waits until they come back.
 */
export class VerdictDesk {
  private readonly options: DeskOptions;
  private readonly sheets = new Map<number, Sheet>();
  private readonly listeners = new Set<() => void>();
  private view: ReadonlyMap<number, SheetView> = new Map();

  constructor(options: DeskOptions) {
    this.options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** The same object as long as nothing has changed. */
  readonly read = (): ReadonlyMap<number, SheetView> => this.view;

  /**
   * Opens an answer, with the server's state or what this browser has kept. An answer that is
   * already open is opened again if another tab has changed it and this one has not.
   */
  open(answer: Pick<JudgedAnswer, "number" | "judgment">): void {
    const { number, judgment } = answer;
    const { store, onSaved } = this.options;
    const kept = toKept(number, judgment);
    const before = this.sheets.get(number)?.keeper;
    if (before && (before.state.kind !== "saved" || before.knownVersion >= kept.version)) return;
    before?.stop();
    const restored = restoreDraft(kept, store, this.storeKey(number));
    const keeper = new DraftKeeper<KeptVerdict>({
      assignment: kept,
      storeKey: this.storeKey(number),
      store,
      send: async ({ version, ...own }) => {
        const saved = await this.send(number, { ...own, version });
        onSaved(number, saved);
        return toKept(number, saved);
      },
      onState: (state) => {
        this.change(number, { state });
        if (state.kind === "signed_out") this.options.onSignedOut();
      },
      onSaved: () => undefined,
    });
    const own = restored.kind === "browser" ? restored.draft : (kept.draft ?? UNDECIDED);
    this.sheets.set(number, { keeper, own, state: { kind: "saved" } });
    if (restored.kind === "browser") keeper.keep(restored.draft, { soon: true });
    if (restored.kind === "conflict") keeper.reportConflict(restored.mine, kept);
    this.publish();
  }

  /** Keeps the expert's input: a verdict is sent at once, a justification after a pause. */
  judge(number: number, change: Partial<OwnVerdict>): void {
    const sheet = this.sheets.get(number);
    if (!sheet) return;
    const own = { ...sheet.own, ...change };
    if (OWN_VERDICTS.same(own, sheet.own)) return;
    this.change(number, { own });
    sheet.keeper.keep(own, { soon: change.verdict !== undefined });
  }

  /** Sends unsaved input, of one answer or of all. */
  readonly flush = (number?: number): void => {
    for (const [each, { keeper }] of this.sheets) {
      if (number === undefined || number === each) keeper.flush();
    }
  };

  /** Waits until nothing is under way any more. What is judged afterwards is saved as before. */
  async settle(): Promise<void> {
    const keepers = [...this.sheets.values()].map(({ keeper }) => keeper);
    await Promise.all(keepers.map((keeper) => keeper.finish()));
    for (const keeper of keepers) keeper.goOn();
  }

  /** The answers whose verdict the server has not got. */
  get unsaved(): number[] {
    return [...this.sheets].flatMap(([number, { state }]) =>
      state.kind === "saved" ? [] : [number],
    );
  }

  resolve(number: number, choice: "mine" | "theirs"): void {
    const sheet = this.sheets.get(number);
    if (sheet?.keeper.state.kind !== "conflict") return;
    const { mine } = sheet.keeper.state;
    const theirs = sheet.keeper.resolve(choice);
    this.change(number, { own: theirs ? (theirs.draft ?? UNDECIDED) : mine });
  }

  /** Ends for good. What is not sent yet stays in the browser. */
  stop(): void {
    this.flush();
    for (const { keeper } of this.sheets.values()) keeper.stop();
    this.sheets.clear();
  }

  private storeKey(number: number): string {
    const { round, seat } = this.options;
    return `judgment:${round}:${seat ?? 0}:${number}`;
  }

  private async send(number: number, body: JudgmentBody): Promise<Judgment> {
    try {
      return await this.options.send(number, body);
    } catch (error) {
      throw asStaleDraft(number, error);
    }
  }

  private change(number: number, change: Partial<Omit<Sheet, "keeper">>): void {
    const sheet = this.sheets.get(number);
    if (!sheet) return;
    Object.assign(sheet, change);
    this.publish();
  }

  private publish(): void {
    this.view = new Map(
      [...this.sheets].map(([number, { own, state }]) => [number, { own, state }]),
    );
    for (const listener of this.listeners) listener();
  }
}

/** A stale judgment as the keeper of drafts knows stale drafts; any other error as it is. */
function asStaleDraft(number: number, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "stale_judgment") return error;
  const current = readJudgment(error.body);
  const { status, detail, fields } = error;
  const body = current === undefined ? null : { assignment: toKept(number, current) };
  return new ApiError({ status, code: "stale_draft", detail, fields, body });
}

/** The current judgment that a stale one's error carries; undefined when there is none in it. */
function readJudgment(body: unknown): Judgment | null | undefined {
  if (typeof body !== "object" || body === null || !("judgment" in body)) return undefined;
  return body.judgment as Judgment | null;
}
