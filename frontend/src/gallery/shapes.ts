/** The shapes of a gallery's files, which `annotator/publishing/gallery/` writes. */

export interface Figure {
  readonly name: string;
  readonly section: string;
  readonly sentence: string;
}

/** `gallery.json`. */
export interface About {
  readonly title: string;
  readonly version: string;
  readonly made_at: string;
  readonly licence: string;
  readonly creators: readonly string[];
  readonly kind_summary: string;
  readonly summary: string;
  /** What readers must know of all examples. */
  readonly notes: readonly string[];
  readonly prose: readonly { readonly heading: string; readonly text: string }[];
  readonly counts: { readonly examples: number; readonly annotations: number };
  readonly splits: readonly string[];
  readonly types: readonly (readonly [string, string])[];
  readonly shards: number;
  readonly left_out: readonly string[];
  readonly figures: readonly Figure[];
  readonly computed_at: string | null;
  readonly scope: readonly string[];
  readonly downloads: {
    readonly address: string;
    readonly files: readonly (readonly [string, number])[];
  };
}

/** A row of the index. `most` is null where no two answers are the same by their nature. */
export interface Row {
  readonly id: string;
  readonly question: string;
  readonly split: string;
  readonly type: string;
  readonly count: number;
  readonly most: number | null;
  readonly words: readonly string[];
}

export type PackedRow = [string, string, string, string, number, number | null, string[]];

/** An answer that is marked on the page, and how many annotators gave it. */
export interface MarkedAnswer {
  readonly type: string;
  readonly count: number;
  readonly candidate: number | null;
  readonly tag: string;
  readonly preview: string;
  readonly spans: readonly (readonly [number, number])[];
  readonly texts: readonly string[];
}

export interface Passage {
  readonly title: string;
  readonly text: string;
}

export interface ShownPage {
  readonly title: string;
  readonly url: string;
  readonly html: string;
  readonly source: { readonly revision: number | null; readonly licence: string } | null;
}

export interface Example {
  readonly id: string;
  readonly question: string;
  readonly split: string;
  readonly type: string;
  /** The file with its annotations. */
  readonly annotations: string;
  readonly page: ShownPage | null;
  readonly answers?: readonly MarkedAnswer[];
  readonly disambiguations?: readonly {
    readonly question: string;
    readonly short_answers: readonly string[];
    readonly passages: readonly Passage[];
  }[];
  readonly visited?: readonly { readonly title: string; readonly url: string }[];
}

export interface Annotation {
  readonly annotator: string;
  readonly at: string;
  /** The place of a marked answer. */
  readonly answer?: number;
  readonly text?: string;
  readonly concern?: string;
  readonly sources?: readonly Passage[];
}
