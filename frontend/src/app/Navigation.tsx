import { IconChevronDown, IconMenu2 } from "@tabler/icons-react";
import { useId, useState } from "react";
import { NavLink, useLocation } from "react-router";

import type { News } from "@/api/guidance";

import { addressOf, currentItem, MORE, type NavGroup, type NavItem } from "./navigationGroups";
import classes from "./ProjectLayout.module.css";

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

interface GroupProps {
  readonly slug: string;
  readonly group: NavGroup;
  readonly news: News | undefined;
  readonly current: NavItem | undefined;
  readonly onFollow: () => void;
}

/** The pages of a group. *More* opens when asked to, and is open while one is on a page of it. */
function Group({ slug, group: { title, items }, news, current, onFollow }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const folds = title === MORE;
  const shows = !folds || isOpen || (current !== undefined && items.includes(current));
  return (
    <div className={classes.group}>
      {title !== null &&
        (folds ? (
          <button
            type="button"
            className={classes.more}
            aria-expanded={shows}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {title}
            <IconChevronDown size={14} aria-hidden className={classes.chevron} />
          </button>
        ) : (
          <p className={classes.title} id={`${id}-title`}>
            {title}
          </p>
        ))}
      <ul
        id={id}
        className={classes.items}
        hidden={!shows}
        {...(title !== null && !folds && { "aria-labelledby": `${id}-title` })}
      >
        {items.map((item) => (
          <li key={item.to}>
            <NavLink
              to={addressOf(item, slug)}
              end={item.to === ""}
              className={classes.item}
              onClick={onFollow}
            >
              <item.icon size={18} stroke={1.6} aria-hidden />
              {item.label}
              {news !== undefined && item.count && <Waiting {...item.count(news)} />}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface NavigationProps {
  readonly slug: string;
  readonly groups: readonly NavGroup[];
  readonly news: News | undefined;
}

/** Beside the page; in a narrow window a button above it that opens the list. */
export function Navigation({ slug, groups, news }: NavigationProps) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const { pathname } = useLocation();
  const current = currentItem(groups, slug, pathname);
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
        {current?.label ?? "Pages"}
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
      </button>
      <div id={list} className={classes.groups} data-open={isOpen || undefined}>
        {groups.map((group) => (
          <Group
            key={group.title ?? ""}
            slug={slug}
            group={group}
            news={news}
            current={current}
            onFollow={() => setOpen(false)}
          />
        ))}
      </div>
    </nav>
  );
}
