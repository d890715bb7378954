import {
  type TablerIcon,
  IconBook2,
  IconChartDots,
  IconChartHistogram,
  IconChevronDown,
  IconColumns2,
  IconDownload,
  IconFileText,
  IconFilterSearch,
  IconFlag,
  IconGavel,
  IconHelpCircle,
  IconHighlight,
  IconHistory,
  IconLayoutDashboard,
  IconMenu2,
  IconSchool,
  IconMessage2,
  IconMessageCheck,
  IconQuote,
  IconMessageQuestion,
  IconSend,
  IconSettings,
  IconTournament,
  IconTrophy,
  IconUpload,
  IconUsers,
  IconZoomQuestion,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";
import { NavLink, Outlet, useLocation, useParams } from "react-router";

import { type News, newsQuery } from "@/api/guidance";
import { projectQuery } from "@/api/projects";
import type { Project, Role } from "@/api/types";
import { QueryView } from "@/components/QueryView";
import { StandingNote } from "@/components/StandingNote";
import { LoadingState } from "@/components/states";
import { useKind } from "@/kinds/useKind";

import classes from "./ProjectLayout.module.css";

interface NavItem {
  /** Below the project's address. */
  to: string;
  label: string;
  icon: TablerIcon;
  /** How much waits there, and its name. */
  count?: (news: News) => { number: number; about: string; isLate?: boolean };
  /** Only in projects of a kind that has it. */
  ofSomeKinds?: boolean;
  onlyWithTraining?: boolean;
  onlyWithCompetition?: boolean;
  /** Where a competition is, or can be opened. */
  onlyWithHiddenSplit?: boolean;
}

const GUIDELINES: NavItem = { to: "guidelines", label: "Guidelines", icon: IconBook2 };
const FAQ: NavItem = {
  to: "faq",
  label: "FAQ",
  icon: IconHelpCircle,
  count: ({ faq_new: fresh }) => ({ number: fresh, about: "new" }),
};
const QUESTIONS: NavItem = {
  to: "questions",
  label: "Questions",
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
  onlyWithHiddenSplit: true,
};
const TEAM: NavItem = { to: "team", label: "My team", icon: IconSend, onlyWithCompetition: true };
const ERRORS: NavItem = {
  to: "error-analyses",
  label: "Error analyses",
  icon: IconZoomQuestion,
};
const TRAINING: NavItem = { to: "training", label: "Training", icon: IconSchool };

/** What each role finds in a project, in groups. */
const NAVIGATION: Record<Role, NavItem[][]> = {
  lead: [
    [{ to: "", label: "Overview", icon: IconLayoutDashboard }],
    [
      { to: "examples", label: "Examples", icon: IconFileText },
      { to: "annotations", label: "Annotations", icon: IconHighlight },
      { to: "concerns", label: "Concerns", icon: IconFlag, ofSomeKinds: true },
      { to: "confirmations", label: "Confirmations", icon: IconMessageCheck, ofSomeKinds: true },
      { to: "history", label: "History", icon: IconHistory },
      { to: "passages", label: "Passages", icon: IconQuote, ofSomeKinds: true },
      { to: "comparison-studies", label: "Comparisons", icon: IconColumns2, ofSomeKinds: true },
    ],
    [
      { to: "statistics", label: "Statistics", icon: IconChartHistogram },
      LEADERBOARD,
      COMPETITION,
      TEAM,
      ERRORS,
      { to: "annotators", label: "Annotators", icon: IconChartDots },
      TRAINING,
      { to: "judgment-rounds", label: "Judgments", icon: IconGavel, ofSomeKinds: true },
      { to: "members", label: "Members", icon: IconUsers },
    ],
    [
      { to: "import", label: "Import", icon: IconUpload },
      { to: "queries", label: "Queries", icon: IconFilterSearch },
      { to: "export", label: "Export", icon: IconDownload },
    ],
    [QUESTIONS, FAQ, FEEDBACK],
    [GUIDELINES, { to: "settings", label: "Settings", icon: IconSettings }],
  ],
  annotator: [
    [
      { to: "", label: "My work", icon: IconHighlight },
      { ...TRAINING, onlyWithTraining: true },
      TEAM,
    ],
    [QUESTIONS, FAQ, FEEDBACK, GUIDELINES],
  ],
  expert: [
    [
      { to: "judging", label: "Judging", icon: IconGavel, ofSomeKinds: true },
      { to: "comparing", label: "Comparing", icon: IconColumns2, ofSomeKinds: true },
      LEADERBOARD,
      TEAM,
      ERRORS,
    ],
    [FAQ, GUIDELINES],
  ],
};

/** How much waits on a page; nothing if nothing does. */
function Waiting({
  number,
  about,
  isLate = false,
}: {
  number: number;
  about: string;
  isLate?: boolean;
}) {
  if (number === 0) return null;
  return (
    <span
      className={isLate ? classes.late : classes.count}
      title={`${number} ${about}`}
      aria-label={`${number} ${about}`}
    >
      {number}
    </span>
  );
}

function addressOf({ to }: NavItem, slug: string): string {
  return to === "" ? `/projects/${slug}` : `/projects/${slug}/${to}`;
}

/** The current page, or the one above it. */
function currentItem(items: NavItem[], slug: string, pathname: string): NavItem | undefined {
  return items.find((item) => {
    const address = addressOf(item, slug);
    return pathname === address || (item.to !== "" && pathname.startsWith(`${address}/`));
  });
}

/** Beside the page; in a narrow window a button above it that opens the list. */
function Navigation({ slug, groups, news }: { slug: string; groups: NavItem[][]; news?: News }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const { pathname } = useLocation();
  return (
    <nav className={classes.nav} aria-label="Project">
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        <IconMenu2 size={18} stroke={1.6} aria-hidden />
        {currentItem(groups.flat(), slug, pathname)?.label ?? "Pages"}
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
      </button>
      <div id={list} className={classes.groups} data-open={isOpen || undefined}>
        {groups.map((group) => (
          <ul key={group[0]?.to} className={classes.group}>
            {group.map((item) => (
              <li key={item.to}>
                <NavLink
                  to={addressOf(item, slug)}
                  end={item.to === ""}
                  className={classes.item}
                  onClick={() => setOpen(false)}
                >
                  <item.icon size={18} stroke={1.6} aria-hidden />
                  {item.label}
                  {news !== undefined && item.count && <Waiting {...item.count(news)} />}
                </NavLink>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  );
}

/** The pages that a project has for the caller's role. */
function ProjectNavigation({ project, news }: { project: Project; news: News | undefined }) {
  const { ownPages } = useKind(project.kind);
  const {
    requires_training: hasTraining,
    has_hidden_split: hasHiddenSplit,
    has_competition: hasCompetition,
  } = project;
  const groups = NAVIGATION[project.role].map((group) =>
    group
      .filter(({ to, ofSomeKinds }) => ofSomeKinds !== true || ownPages.includes(to))
      .filter(({ onlyWithTraining }) => onlyWithTraining !== true || hasTraining)
      .filter(({ onlyWithCompetition }) => onlyWithCompetition !== true || hasCompetition)
      .filter(
        ({ onlyWithHiddenSplit }) =>
          onlyWithHiddenSplit !== true || hasHiddenSplit || hasCompetition,
      ),
  );
  return <Navigation slug={project.slug} groups={groups} {...(news !== undefined && { news })} />;
}

/** A project's pages beside their navigation. */
export default function ProjectLayout() {
  const { slug = "" } = useParams();
  const project = useQuery(projectQuery(slug));
  const news = useQuery({ ...newsQuery(slug), enabled: project.data !== undefined }).data;
  return (
    <QueryView query={project} errorOrder={1}>
      {(found) => (
        <div className={classes.layout}>
          <Suspense fallback={<nav className={classes.nav} aria-label="Project" />}>
            <ProjectNavigation project={found} news={news} />
          </Suspense>
          <div className={classes.content}>
            <StandingNote standing={found.standing} />
            <Suspense fallback={<LoadingState />}>
              <Outlet />
            </Suspense>
          </div>
        </div>
      )}
    </QueryView>
  );
}
