import type { ActiveSeconds, Stage } from "@/api/types";

export const IDLE_LIMIT_MS = 60_000;

/**
 * Counts the time that somebody really spends on each stage: while the tab is visible and not
 * longer than the idle limit after the last input. All times are milliseconds of one clock.
 */
export class ActiveTime {
  private readonly milliseconds: Record<keyof ActiveSeconds, number>;
  private stage: Stage;
  private visible: boolean;
  private counted: number;
  private lastInput: number;

  constructor(options: {
    at: number;
    stage: Stage;
    visible: boolean;
    before?: ActiveSeconds | null;
  }) {
    const { before } = options;
    this.milliseconds = {
      question: (before?.question ?? 0) * 1000,
      long_answer: (before?.long_answer ?? 0) * 1000,
      short_answer: (before?.short_answer ?? 0) * 1000,
    };
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

  setStage(stage: Stage, at: number): void {
    this.count(at);
    this.stage = stage;
  }

  /** Whether time is being counted. */
  isActive(at: number): boolean {
    return this.visible && at - this.lastInput < IDLE_LIMIT_MS;
  }

  /** Seconds of each stage so far, to a tenth. The review is a look back and counts for none. */
  read(at: number): ActiveSeconds {
    this.count(at);
    return {
      question: toSeconds(this.milliseconds.question),
      long_answer: toSeconds(this.milliseconds.long_answer),
      short_answer: toSeconds(this.milliseconds.short_answer),
    };
  }

  private count(at: number): void {
    const until = Math.min(at, this.lastInput + IDLE_LIMIT_MS);
    if (this.visible && this.stage !== "review" && until > this.counted) {
      this.milliseconds[this.stage] += until - this.counted;
    }
    this.counted = Math.max(this.counted, at);
  }
}

function toSeconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
