import type { TablerIcon } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";

import type { TokenSpan } from "@/anchoring/spans";
import type { NewPublishedFile } from "@/api/competitions";
import type { FeedbackCriterion } from "@/api/guidance";
import type {
  Annotation,
  Annotator,
  ExampleDetail,
  ExampleSummary,
  Project,
  ProjectProgress,
} from "@/api/types";
import type { FilterChoice } from "@/components/ListFilter";
import type { Column } from "@/components/PagedTable";

import type { ImportFormatChoices } from "./fileFormats";

/** A column about annotators, with what a file has of it; the first of these orders the rows. */
export interface AnnotatorColumn extends Column<Annotator> {
  readonly values: readonly {
    readonly header: string;
    readonly of: (annotator: Annotator) => number | null;
  }[];
}

/** How work goes in a project, as its form holds it; "" is none. */
export interface Conduct {
  minutes_per_question: number | "";
  recommended_per_day: number | "";
  requires_training: boolean;
  regime: Project["regime"];
}

/** A filter that a list of one kind has beside those of all. */
export interface OwnFilter {
  readonly name: string;
  readonly label: string;
  readonly width: number;
  readonly data: FilterChoice[];
}

/** What of an answer feedback is about: its characters, or tokens of its page. */
export type Place =
  | { readonly of: "answer"; readonly start: number; readonly end: number }
  | { readonly of: "page"; readonly span: TokenSpan };

export interface Quoted {
  readonly place: Place;
  readonly quote: string;
}

export interface QuotableAnswerProps<OneKind extends Annotation = Annotation> {
  readonly slug: string;
  readonly annotation: OneKind;
  readonly quoted: Quoted | null;
  readonly onQuote: (quoted: Quoted) => void;
}

export interface AnswersOnPageProps<OneKind extends Annotation = Annotation> {
  readonly page: NonNullable<ExampleDetail["page"]>;
  /** The annotations of each answer. */
  readonly groups: readonly (readonly OneKind[])[];
  /** The place of the answer to which the page scrolls; null for none. */
  readonly selected: number | null;
  /** For keys that are pressed in the page's frame. */
  readonly onKey: (event: KeyboardEvent) => void;
}

/** A format in which a competition offers files. */
export interface PublishedFormat {
  readonly value: NewPublishedFile["format"];
  readonly label: string;
  /** Whether it has answers, which those of a hidden split must not have. */
  readonly hasAnswers: boolean;
}

/** A page of a project for its leads. */
export interface OwnPage {
  /** Its address in the project. */
  readonly path: string;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly Page: ComponentType;
}

/** What a kind says to all pages but those for answering; a page for one kind alone is in its room. */
export interface KindPages {
  /** What annotators do. */
  readonly what: string;
  /** The server's defaults for a new project. */
  readonly usual: { readonly overlap: number; readonly conduct: Conduct };
  /** Whether a project chooses what its annotators see. */
  readonly choosesRegime: boolean;
  /** Pages that are in this room. */
  readonly ownPages: readonly OwnPage[];
  /** Which pages it has of those that some kinds have, by their address in a project. */
  readonly somePages: readonly string[];
  /** Where experts begin. */
  readonly experts: string;
  /** Whether queries of a log become examples. */
  readonly makesExamplesOfQueries: boolean;

  readonly importFormats: ImportFormatChoices;
  readonly publishedFormats: readonly PublishedFormat[];
  /** What stands below the imports. */
  readonly AfterImports: ComponentType<{ readonly slug: string }> | null;

  /** An example for a lead. */
  readonly Example: ComponentType;
  /** The page of an example with answers marked in it. */
  answersOnPage(props: AnswersOnPageProps): ReactNode;
  readonly examples: {
    readonly what: string;
    readonly search: string;
    /** How to get some. */
    readonly howToStart: string;
    /** What tells where a question comes from. */
    readonly column: Column<ExampleSummary>;
    /** The order by that; null where there is none. */
    readonly order: FilterChoice | null;
    readonly filters: readonly OwnFilter[];
  };
  readonly annotations: {
    /** How one is opened. */
    readonly opens: string;
    readonly filters: readonly OwnFilter[];
    /** Orders; none where they are always the newest first. */
    readonly orders: FilterChoice[];
    readonly questionWidth: string;
    /** How many lines of an answer are shown. */
    readonly lines: number;
    /** What is measured in an answer. */
    facts(annotation: Annotation): string;
  };
  /** What the answers of a project are like so far. */
  readonly ProgressFigures: ComponentType<{ readonly progress: ProjectProgress }> | null;
  /** What annotators' answers are like. */
  readonly annotatorColumns: readonly AnnotatorColumn[];

  /** What feedback can be about. */
  readonly criteria: readonly FeedbackCriterion[];
  /** An answer with the ways to quote from it. */
  quotable(props: QuotableAnswerProps): ReactNode;
  /** An answer of the training, as the server presents it to its readers. */
  readonly TrainingContent: ComponentType<{ readonly content: object }>;
  /** Whether answers of the exam can be compared with the references. */
  readonly comparesWithReferences: boolean;

  /** Settings of a project of this kind alone. */
  readonly Settings: ComponentType<{ readonly project: Project }>;
  /** What the tab of these is called. */
  readonly settingsTab: string;
  /** What can be switched in how an answer is submitted. */
  readonly submittingSwitches: readonly {
    readonly name: "reviews_answers" | "finds_question_words";
    readonly label: string;
    readonly description: string;
  }[];

  /** The dashboards by their address, each with its page's file. */
  readonly dashboards: Readonly<Record<string, string>>;
  /** For which other samples intervals hold. */
  readonly scope: string;

  /** What a file of a system's predictions is. */
  readonly predictions: string;
  /** What is asked beside it. */
  readonly asks: {
    /** How many annotations with an answer make a question answerable. */
    readonly threshold: boolean;
    /** How many passages a retriever found. */
    readonly passages: boolean;
    /** Which project's answers without context stand beside the systems. */
    readonly withoutContext: boolean;
  };
  /** The metrics for which a reader reads the answers; "" where none does. */
  readonly readMetrics: string;
  /** Whether the site trains systems for it. */
  readonly trainsSystems: boolean;
  /** The metrics that people compare: a table shows them until somebody chooses others. */
  readonly metrics: readonly string[];
  /** How many examples the intervals of systems take. */
  readonly intervalsTake: string;
  /** How scores are computed. */
  readonly scoring: string;
  /** What to be careful about in scores, and what to add where they have intervals. */
  readonly caution: readonly [always: string, withIntervals: string];
  /** How an answer of a system and those of people are shown in an error analysis. */
  readonly analysed: {
    /** What an answer is called. */
    readonly answer: string;
    readonly hasShortAnswers: boolean;
    /** Whether the same answer of several people stands there once. */
    readonly countsAnswers: boolean;
  };
  /** Its plot of systems: two metrics, and what turns them into per cent. */
  readonly axes: { readonly x: string; readonly y: string; readonly scale: number };
}
