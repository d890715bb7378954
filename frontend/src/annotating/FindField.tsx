import { ActionIcon, Group, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import { useEffect, useImperativeHandle, useRef, useState } from "react";

import type { PageView } from "@/anchoring/pageView";

import classes from "./FindField.module.css";
import { KeyHint } from "./KeyHint";

const LIMIT = 2000;

export interface FindFieldControl {
  /** False where the field isn't on screen. */
  readonly focus: () => boolean;
  /** Searches as if this had been typed. */
  readonly search: (text: string) => void;
}

interface FindFieldProps {
  readonly view: PageView;
  /** For the key `/`, which the field shows. */
  readonly ref: React.Ref<FindFieldControl>;
  /** Which places come before all others, in the order of the page. */
  readonly isFirst?: ((place: Range) => boolean) | undefined;
  /** Hears of the place that is shown; null where there is none. */
  readonly onFound: (place: Range | null) => void;
  /** The place that was shown last is the one to go on from. */
  readonly onClosed: () => void;
  /** What was found is to be used: Ctrl+Enter. The search is closed before. */
  readonly onUsed?: (() => void) | undefined;
}

/** Find in page: what is typed lights up at once; Enter goes on, Shift+Enter back. */
export function FindField({ view, ref, isFirst, onFound, onClosed, onUsed }: FindFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<readonly Range[]>([]);
  const [current, setCurrent] = useState<Range | null>(null);

  useEffect(
    () => () => {
      view.highlighter.clear("find");
      view.highlighter.clear("find-current");
    },
    [view],
  );

  const places = inOrder(found, isFirst);
  const paint = (all: readonly Range[], place: Range | null) => {
    view.highlighter.set("find", all, 3);
    view.highlighter.set("find-current", place ? [place] : [], 4);
  };
  const show = (all: readonly Range[], place: Range | null) => {
    setCurrent(place);
    paint(all, place);
    if (place) view.reveal(place, "search");
    onFound(place);
  };
  const search = (text: string) => {
    setQuery(text);
    const all = view.find.find(text, LIMIT);
    setFound(all);
    const first = isFirst ? all.filter(isFirst) : [];
    const nearest = first.length > 0 ? first : all;
    show(all, nearest.find(isBelowTop) ?? nearest[0] ?? null);
  };
  useImperativeHandle(ref, () => ({
    focus: () => {
      input.current?.focus();
      input.current?.select();
      return document.activeElement === input.current;
    },
    search,
  }));
  const position = current ? places.indexOf(current) : -1;
  const step = (by: number) => {
    if (places.length > 0) {
      show(found, places[(position + by + places.length) % places.length] ?? null);
    }
  };
  const close = () => {
    input.current?.blur();
    onClosed();
    setQuery("");
    setFound([]);
    setCurrent(null);
    paint([], null);
  };
  const use = () => {
    if (!current) return;
    close();
    onUsed?.();
  };

  return (
    <div className={classes.field} role="search">
      <TextInput
        ref={input}
        size="sm"
        type="text"
        aria-label="Find in the page"
        aria-keyshortcuts="/"
        placeholder="Find in the page"
        value={query}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        rightSection={query === "" ? <KeyHint>/</KeyHint> : undefined}
        // An earlier search is over, unless it is still shown.
        onFocus={() => onFound(current)}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && onUsed && (event.ctrlKey || event.metaKey)) use();
          else if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") close();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      {query.trim() !== "" && (
        <div className={classes.result}>
          <Text size="xs" c="dimmed" role="status">
            {describeCount(places.length, position)}
          </Text>
          <Group gap={2}>
            <StepButton label="Previous" disabled={places.length === 0} onClick={() => step(-1)}>
              <IconChevronUp size={15} />
            </StepButton>
            <StepButton label="Next" disabled={places.length === 0} onClick={() => step(1)}>
              <IconChevronDown size={15} />
            </StepButton>
          </Group>
        </div>
      )}
    </div>
  );
}

function StepButton(props: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
}) {
  const { label, ...rest } = props;
  return <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} {...rest} />;
}

function inOrder(
  places: readonly Range[],
  isFirst: ((place: Range) => boolean) | undefined,
): readonly Range[] {
  if (!isFirst) return places;
  return [...places.filter(isFirst), ...places.filter((place) => !isFirst(place))];
}

function describeCount(count: number, position: number): string {
  if (count === 0) return "Not on this page";
  return `${position + 1} of ${count}${count === LIMIT ? "+" : ""}`;
}

/** Searching begins at what is in view. */
function isBelowTop(range: Range): boolean {
  return range.getBoundingClientRect().bottom >= 0;
}
