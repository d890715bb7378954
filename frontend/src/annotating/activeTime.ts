const IDLE_LIMIT_MS = 60_000;

/** Seconds of each stage that counts. */
export type SecondsByStage<Stage extends string> = Readonly<Record<Stage, number>>;

/** The seconds of all stages. */
export function allSeconds(seconds: SecondsByStage<string> | null | undefined): number {
  return Object.values(seconds ?? {}).reduce((sum, each) => sum + each, 0);
}

/**
 * Counts the time that somebody really spends on each stage: while the tab is visible and not
 * longer than the idle limit after the last input. All times are milliseconds of one clock.
 */
export class ActiveTime<Stage extends string> {
  private readonly milliseconds: Map<Stage, number>;
  private stage: Stage | null;
  private visible: boolean;
  private counted: number;
  private lastInput: number;

  constructor(options: {
    at: number;
    /** The stages that count. */
    stages: readonly Stage[];
    /** The one to begin with; null for one that does not count. */
    stage: Stage | null;
    visible: boolean;
    before?: SecondsByStage<Stage> | null;
  }) {
    const { stages, before } = options;
    this.milliseconds = new Map(stages.map((each) => [each, (before?.[each] ?? 0) * 1000]));
    this.stage = options.stage;
    this.visible = options.visible;
    this.counted = options.at;
    this.lastInput = options.at;
  }

  noteInput(at: number): void {
    this.count(at);
    this.lastInput = at;
  }

  setVisible(visible: boolean, at: number): void {
    this.count(at);
    this.visible = visible;
    // Somebody who comes back to the tab is there.
    if (visible) this.lastInput = at;
  }

  setStage(stage: Stage | null, at: number): void {
    this.count(at);
    this.stage = stage;
  }

  /** Whether time is being counted. */
  isActive(at: number): boolean {
    return this.visible && this.isPresent(at);
  }

  /** Whether somebody was there just now, though the tab may be hidden by now. */
  isPresent(at: number): boolean {
    return at - this.lastInput < IDLE_LIMIT_MS;
  }

  /** Seconds of each stage so far, to a tenth. */
  read(at: number): SecondsByStage<Stage> {
    this.count(at);
    const seconds = Array.from(this.milliseconds, ([stage, spent]) => [stage, toSeconds(spent)]);
    return Object.fromEntries(seconds) as SecondsByStage<Stage>;
  }

  private count(at: number): void {
    const until = Math.min(at, this.lastInput + IDLE_LIMIT_MS);
    if (this.visible && this.stage !== null && until > this.counted) {
      const spent = this.milliseconds.get(this.stage) ?? 0;
      this.milliseconds.set(this.stage, spent + until - this.counted);
    }
    this.counted = Math.max(this.counted, at);
  }
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
