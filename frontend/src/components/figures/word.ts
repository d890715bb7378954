/** What a name of a report is called on the page. */
export interface Word {
  readonly label: string;
  /** A sentence or two: what it is, the paper's section, the formula in words. */
  readonly explanation?: string;
  /** For a column of the example table: how its numbers read. */
  readonly unit?: string;
  /** What is counted below a figure: *annotations*, *examples*, *pairs of annotations*. */
  readonly counted?: string;
  /** How a figure's interval is made, if its method alone would be misleading. */
  readonly method?: string;
  /** A plot's axes; without them the unit is named. */
  readonly x?: string;
  readonly y?: string;
}

/** The words of one section, by the names that its figures, plots, tables and points have. */
export type Words = Readonly<Record<string, Word>>;
