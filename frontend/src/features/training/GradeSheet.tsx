import { Button, Group, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";

import { type GivenGrade, gradeAnswer } from "@/api/trainees";
import type { Criterion, Level, TrainingAnswer } from "@/api/training";
import type { Project } from "@/api/types";
import { CRITERIA, LEVELS } from "@/components/trainingWords";

import { useTraineeChange } from "./useTraineeChange";

interface Given {
  readonly level: Level | null;
  readonly comment: string;
}

type Sheet = Partial<Record<Criterion, Given>>;

const NOTHING: Given = { level: null, comment: "" };

function sheetOf({ grades }: TrainingAnswer): Sheet {
  return Object.fromEntries(
    grades.map(({ criterion, level, comment }) => [criterion, { level, comment }]),
  );
}

/** What is still to be saved: all but the grades that were sent and not touched since. */
function withoutSaved(now: Sheet, sent: Sheet, grades: readonly GivenGrade[]): Sheet {
  const saved = grades
    .map(({ criterion }): string => criterion)
    .filter((criterion) => now[criterion as Criterion] === sent[criterion as Criterion]);
  return Object.fromEntries(
    Object.entries(now).filter(([criterion]) => !saved.includes(criterion)),
  );
}

interface Props {
  readonly project: Project;
  readonly trainee: number;
  readonly answer: TrainingAnswer;
  readonly criteria: readonly Criterion[];
}

/** A level and a comment on each criterion of one answer. */
export function GradeSheet({ project, trainee, answer, criteria }: Props) {
  // Kept apart, so that grades which the server adds take nothing away that was typed.
  const [typed, setTyped] = useState<Sheet>({});
  const stored = sheetOf(answer);
  const sheet = { ...stored, ...typed };
  const save = useTraineeChange(project.slug, trainee, (grades: GivenGrade[]) =>
    gradeAnswer(project.slug, answer.id, grades),
  );
  const change = (criterion: Criterion, changes: Partial<Given>) => {
    setTyped((before) => ({
      ...before,
      [criterion]: { ...NOTHING, ...stored[criterion], ...before[criterion], ...changes },
    }));
  };
  const changed = criteria.filter(
    (criterion) => JSON.stringify(sheet[criterion]) !== JSON.stringify(stored[criterion]),
  );
  const given = changed.flatMap((criterion): GivenGrade[] => {
    const { level, comment } = sheet[criterion] ?? NOTHING;
    return level === null ? [] : [{ criterion, level, comment }];
  });
  return (
    <Stack gap="md" role="group" aria-label={`Grades of question ${answer.number + 1}`}>
      {criteria.map((criterion) => {
        const { level, comment } = sheet[criterion] ?? NOTHING;
        const { name, asks } = CRITERIA[criterion];
        return (
          <div key={criterion}>
            <Group justify="space-between" gap="xs" mb={6}>
              <div>
                <Text size="sm" fw={500}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed">
                  {asks}
                </Text>
              </div>
              <SegmentedControl
                size="xs"
                aria-label={name}
                data={[...LEVELS]}
                value={level ?? ""}
                onChange={(value) => change(criterion, { level: value as Level })}
              />
            </Group>
            <Textarea
              aria-label={`Comment on ${name.toLowerCase()}`}
              placeholder="What to keep, what to change"
              autosize
              minRows={1}
              value={comment}
              onChange={(event) => change(criterion, { comment: event.currentTarget.value })}
            />
          </div>
        );
      })}
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={given.length === 0}
          loading={save.isPending}
          onClick={() => {
            save.mutate(given, {
              onSuccess: () => {
                setTyped((now) => withoutSaved(now, typed, given));
              },
            });
          }}
        >
          {changed.length === 0 && answer.grades.length === criteria.length
            ? "Saved"
            : "Save grades"}
        </Button>
      </Group>
    </Stack>
  );
}
