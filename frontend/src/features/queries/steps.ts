import type { QueryStep } from "@/api/queryLogs";

/** Each step of the funnel in words. */
export const STEPS: Record<QueryStep, { title: string; what: string }> = {
  short: { title: "Too short", what: "They have fewer words than the filters ask for." },
  rare: {
    title: "Issued by too few people",
    what: "Applies only if the log says who issued them.",
  },
  how_to: { title: "“How to”", what: "They begin with “how to”." },
  no_heuristic: { title: "No heuristic", what: "They meet none of the heuristics that count." },
  flagged: {
    title: "Waiting for you",
    what: "They have personal data or an offensive word. Published questions are anonymous.",
  },
  refused: { title: "Left out by a lead", what: "You can still change your mind." },
  kept: { title: "Kept", what: "Questions that are waiting for a page." },
  no_page: {
    title: "No page found",
    what: "None of the first five results is a usable Wikipedia page. Keep one to search for it again.",
  },
  example: { title: "Examples", what: "They have a page, and annotators can get them." },
};
