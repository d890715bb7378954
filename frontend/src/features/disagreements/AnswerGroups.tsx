import { Badge, Group, Text, UnstyledButton } from "@mantine/core";

import { KeyHint } from "@/annotating/KeyHint";
import { leaveClicked } from "@/annotating/useKeys";
import type { Annotation } from "@/api/types";
import { letterOf } from "@/components/letters";
import { describeAnswer } from "@/kinds/kinds";

import classes from "./AnswerGroups.module.css";

interface AnswerGroupsProps {
  readonly groups: readonly (readonly Annotation[])[];
  readonly selected: number | null;
  readonly decided: number | null;
  readonly hasNames: boolean;
  readonly onSelect: (place: number) => void;
}

/** The answers of an example, the most frequent first, with the letters that the page has. */
export function AnswerGroups(props: AnswerGroupsProps) {
  const { groups, selected, decided, hasNames, onSelect } = props;
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  return (
    <ol className={classes.groups}>
      {groups.map((annotations, place) => {
        const [first] = annotations;
        return (
          first && (
            <li key={first.id}>
              <UnstyledButton
                className={classes.group}
                aria-pressed={place === selected}
                onClick={(event) => {
                  leaveClicked(event);
                  onSelect(place);
                }}
              >
                <Group gap={8} mb={2}>
                  <span className={classes.letter}>{letterOf(place)}</span>
                  <Text size="sm" fw={600} style={{ fontVariantNumeric: "tabular-nums" }}>
                    {annotations.length} of {total}
                  </Text>
                  {place === decided && <Badge color="plumb">Decided</Badge>}
                  {place < 9 && <KeyHint>{String(place + 1)}</KeyHint>}
                </Group>
                <Answer annotation={first} />
                {hasNames && (
                  <Text size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
                    {annotations.map(({ annotator }) => annotator).join(", ")}
                  </Text>
                )}
              </UnstyledButton>
            </li>
          )
        );
      })}
    </ol>
  );
}

function Answer({ annotation }: { readonly annotation: Annotation }) {
  const { long, short, noShort, text } = describeAnswer(annotation);
  return (
    <div className={classes.answer}>
      <Text size="sm" c="dimmed">
        {long}
      </Text>
      {(short !== "" || noShort !== "") && (
        <Text fw={600} dir="auto">
          {short === "" ? noShort : short}
        </Text>
      )}
      {text !== "" && (
        <Text size="sm" dir="auto" lineClamp={annotation.page_title === "" ? undefined : 3}>
          {text}
        </Text>
      )}
    </div>
  );
}
