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
  readonly ref?: React.Ref<FindFieldControl>;
  /** Hears of the place that is shown; null where there is none. */
  readonly onFound: (place: Range | null) => void;
  /** The place that was shown last is the one to go on from. */
  readonly onClosed: () => void;
  /** What was found is to be used: Ctrl+Enter. The search is closed before. */
  readonly onUsed?: (() => void) | undefined;
}

/** Find in page: what is typed lights up at once; Enter goes on, Shift+Enter back. */
export function FindField({ view, ref, onFound, onClosed, onUsed }: FindFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [places, setPlaces] = useState<readonly Range[]>([]);
  const [current, setCurrent] = useState(0);

  useEffect(
    () => () => {
      view.highlighter.clear("find");
      view.highlighter.clear("find-current");
    },
    [view],
  );

  const paint = (found: readonly Range[], place: Range | undefined) => {
    view.highlighter.set("find", found, 3);
    view.highlighter.set("find-current", place ? [place] : [], 4);
  };
  const show = (found: readonly Range[], position: number) => {
    const place = found[position];
    setCurrent(position);
    paint(found, place);
    if (place) view.reveal(place);
    onFound(place ?? null);
  };
  const search = (text: string) => {
    setQuery(text);
    const found = view.find.find(text, LIMIT);
    setPlaces(found);
    show(found, Math.max(0, found.findIndex(isBelowTop)));
  };
  useImperativeHandle(ref, () => ({
    focus: () => {
      input.current?.focus();
      input.current?.select();
      return document.activeElement === input.current;
    },
    search,
  }));
  const step = (by: number) => {
    if (places.length > 0) show(places, (current + by + places.length) % places.length);
  };
  const close = () => {
    input.current?.blur();
    onClosed();
    setQuery("");
    setPlaces([]);
    paint([], undefined);
  };
  const use = () => {
    if (!places[current]) return;
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
        onFocus={() => onFound(places[current] ?? null)}
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
            {describeCount(places.length, current)}
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

function describeCount(count: number, current: number): string {
  if (count === 0) return "Not on this page";
  return `${current + 1} of ${count}${count === LIMIT ? "+" : ""}`;
}

/** Searching begins at what is in view. */
function isBelowTop(range: Range): boolean {
  return range.getBoundingClientRect().bottom >= 0;
}
