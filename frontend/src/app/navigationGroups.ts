import {
  type TablerIcon,
  IconBook2,
  IconChartHistogram,
  IconClock,
  IconColumns2,
  IconDownload,
  IconFileText,
  IconFilterSearch,
  IconGavel,
  IconHelpCircle,
  IconHighlight,
  IconHistory,
  IconLayoutDashboard,
  IconMessage2,
  IconMessageQuestion,
  IconQuote,
  IconScale,
  IconSchool,
  IconSend,
  IconSettings,
  IconTournament,
  IconTrophy,
  IconUpload,
  IconTarget,
  IconUsers,
  IconZoomQuestion,
} from "@tabler/icons-react";

import type { News } from "@/api/guidance";
import type { Project, Role } from "@/api/types";
import type { KindPages, OwnPage } from "@/kinds/kindPages";

export interface NavItem {
  /** Below the project's address. */
  readonly to: string;
  readonly label: string;
  readonly icon: TablerIcon;
  /** How much waits there, and its name. */
  readonly count?: (news: News) => { number: number; about: string; isLate?: boolean };
  /** Only in projects of a kind that has it. */
  readonly ofSomeKinds?: boolean;
  /** Leads find it under *More* until there is something on it. */
  readonly isSeldom?: boolean;
  /** Whether a project has it at all. */
  readonly isThere?: (project: Project) => boolean;
}

export interface NavGroup {
  readonly title: string | null;
  readonly items: readonly NavItem[];
}

export const MORE = "More";

const GUIDELINES: NavItem = { to: "guidelines", label: "Guidelines", icon: IconBook2 };
const FAQ: NavItem = {
  to: "faq",
  label: "FAQ",
  icon: IconHelpCircle,
  count: ({ faq_new: fresh }) => ({ number: fresh, about: "new" }),
};
const HELP_REQUESTS: NavItem = {
  to: "questions",
  label: "Help requests",
  icon: IconMessageQuestion,
  count: (news) =>
    news.questions_overdue > 0
      ? { number: news.questions_overdue, about: "overdue", isLate: true }
      : news.questions_waiting > 0
        ? { number: news.questions_waiting, about: "waiting" }
        : { number: news.questions_answered, about: "answered" },
};
const FEEDBACK: NavItem = {
  to: "feedback",
  label: "Feedback",
  icon: IconMessage2,
  count: ({ feedback_new: fresh }) => ({ number: fresh, about: "new" }),
};
const LEADERBOARD: NavItem = { to: "leaderboard", label: "Leaderboard", icon: IconTrophy };
const COMPETITION: NavItem = {
  to: "competition",
  label: "Competition",
  icon: IconTournament,
  isThere: (project) => project.has_hidden_split || project.has_competition,
};
const TEAM: NavItem = {
  to: "team",
  label: "My team",
  icon: IconSend,
  isThere: (project) => project.has_competition,
};
const ERRORS: NavItem = { to: "error-analyses", label: "Error analyses", icon: IconZoomQuestion };
const TRAINING: NavItem = { to: "training", label: "Training", icon: IconSchool };

const leadGroups = (ownPages: readonly OwnPage[]): NavGroup[] => [
  { title: null, items: [{ to: "", label: "Overview", icon: IconLayoutDashboard }] },
  {
    title: "Data",
    items: [
      { to: "examples", label: "Examples", icon: IconFileText },
      { to: "annotations", label: "Annotations", icon: IconHighlight },
      ...ownPages.map(({ path, label, icon }) => ({ to: path, label, icon })),
      { to: "passages", label: "Passages", icon: IconQuote, ofSomeKinds: true },
      { to: "import", label: "Import", icon: IconUpload },
      { to: "queries", label: "Queries", icon: IconFilterSearch, isSeldom: true },
      { to: "export", label: "Export", icon: IconDownload },
      { to: "publish", label: "Publish", icon: IconSend },
    ],
  },
  {
    title: "People",
    items: [
      { to: "members", label: "Members", icon: IconUsers },
      { ...TRAINING, isSeldom: true },
      { to: "hours", label: "Hours", icon: IconClock },
    ],
  },
  {
    title: "Quality",
    items: [
      { to: "statistics", label: "Statistics", icon: IconChartHistogram },
      { to: "disagreements", label: "Disagreements", icon: IconScale },
      { to: "controls", label: "Controls", icon: IconTarget, isSeldom: true },
      {
        to: "judgment-rounds",
        label: "Judgments",
        icon: IconGavel,
        ofSomeKinds: true,
        isSeldom: true,
      },
      {
        to: "comparison-studies",
        label: "Comparisons",
        icon: IconColumns2,
        ofSomeKinds: true,
        isSeldom: true,
      },
    ],
  },
  {
    title: "Systems",
    items: [LEADERBOARD, COMPETITION, TEAM, { ...ERRORS, isSeldom: true }],
  },
  {
    title: "Help",
    items: [HELP_REQUESTS, { ...FAQ, isSeldom: true }, { ...FEEDBACK, isSeldom: true }, GUIDELINES],
  },
  {
    title: "Project",
    items: [
      { to: "history", label: "History", icon: IconHistory },
      { to: "settings", label: "Settings", icon: IconSettings },
    ],
  },
];

const ANNOTATOR: NavGroup[] = [
  {
    title: null,
    items: [
      { to: "", label: "My work", icon: IconHighlight },
      { ...TRAINING, isThere: (project) => project.requires_training },
      TEAM,
    ],
  },
  { title: "Help", items: [HELP_REQUESTS, FAQ, FEEDBACK, GUIDELINES] },
];

const EXPERT: NavGroup[] = [
  {
    title: null,
    items: [
      { to: "judging", label: "Judging", icon: IconGavel, ofSomeKinds: true },
      { to: "comparing", label: "Comparing", icon: IconColumns2, ofSomeKinds: true },
      LEADERBOARD,
      TEAM,
      ERRORS,
    ],
  },
  { title: "Help", items: [FAQ, GUIDELINES] },
];

const groupsFor = (role: Role, ownPages: readonly OwnPage[]): readonly NavGroup[] =>
  ({ lead: leadGroups(ownPages), annotator: ANNOTATOR, expert: EXPERT })[role];

/**
 * What the caller's role finds in a project, in groups. The last one has the pages on which there
 * is nothing yet; `used` names those on which there is something, undefined where nobody knows.
 */
export function navigationOf(
  project: Project,
  { ownPages, somePages }: Pick<KindPages, "ownPages" | "somePages">,
  used: readonly string[] | undefined,
): NavGroup[] {
  const there = groupsFor(project.role, ownPages).map(({ title, items }) => ({
    title,
    items: items.filter(
      ({ to, ofSomeKinds, isThere }) =>
        (ofSomeKinds !== true || somePages.includes(to)) && (isThere?.(project) ?? true),
    ),
  }));
  const isUnused = ({ to, isSeldom }: NavItem) =>
    isSeldom === true && used !== undefined && !used.includes(to);
  const more = there.flatMap(({ items }) => items.filter(isUnused));
  const groups = there.map(({ title, items }) => ({
    title,
    items: items.filter((item) => !isUnused(item)),
  }));
  return [...groups, { title: MORE, items: more }].filter(({ items }) => items.length > 0);
}

export function addressOf({ to }: NavItem, slug: string): string {
  return to === "" ? `/projects/${slug}` : `/projects/${slug}/${to}`;
}

/** The current page, or the one above it. */
export function currentItem(
  groups: readonly NavGroup[],
  slug: string,
  pathname: string,
): NavItem | undefined {
  return groups
    .flatMap(({ items }) => items)
    .find((item) => {
      const address = addressOf(item, slug);
      return pathname === address || (item.to !== "" && pathname.startsWith(`${address}/`));
    });
}
