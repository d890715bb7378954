import { Anchor, NumberInput, Radio, Select, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import {
  changeSuggestions,
  type Suggestions,
  type SuggestionsChoice,
  suggestionsQuery,
} from "@/api/suggestions";
import { changedFields } from "@/components/edits";
import { count } from "@/components/format";
import { PartForm } from "@/components/PartForm";
import { QueryView } from "@/components/QueryView";
import { SettingsCard } from "@/components/SettingsCard";

type Mode = SuggestionsChoice["mode"];

const LARGEST_SEED = Number.MAX_SAFE_INTEGER;
const MODES: readonly (readonly [Mode, string, string])[] = [
  ["off", "Nothing", "Annotators see the page alone."],
  ["rank", "Boxes", "The system’s best boxes are marked on the page."],
  ["propose", "An answer", "The system’s long and short answer can be taken with one key."],
];

interface Values {
  mode: Mode;
  system: string | null;
  percent: number | "";
  boxes: number | "";
  seed: number | "";
}

function valuesOf({ mode, system_name, systems, share, boxes, seed }: Suggestions): Values {
  const system = systems.find(({ name }) => name === system_name) ?? systems[0];
  return {
    mode,
    system: system ? String(system.id) : null,
    percent: Math.round((share ?? 0.5) * 100),
    boxes: mode === "rank" ? (boxes ?? 3) : 3,
    seed: seed ?? 1,
  };
}

function asNumber(typed: number | string): number | "" {
  return typeof typed === "number" ? typed : "";
}

/** How many can get one, and how far the reading of the predictions is. */
function standing({ mode, is_ready: isReady, examples, system_name: system }: Suggestions): string {
  const places = `${count(examples, "example")} can get a suggestion: only examples with one annotation do.`;
  if (mode === "off") return places;
  return isReady
    ? `${system ?? ""} is suggesting. ${places}`
    : `The predictions of ${system ?? ""} are being read; until then nothing is suggested. ${places}`;
}

function SuggestionForm({ slug, chosen }: { slug: string; chosen: Suggestions }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Values>>({});
  const save = useMutation({
    mutationFn: (choice: SuggestionsChoice) => changeSuggestions(slug, choice),
    meta: { silent: true },
    onSuccess: async (saved) => {
      queryClient.setQueryData(queryKeys.suggestions(slug), saved);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs(slug) });
    },
  });
  const errors = fieldErrors(save.error);
  const stored = valuesOf(chosen);
  const { mode, system, percent, boxes, seed } = { ...stored, ...edits };

  function change(changes: Partial<Values>): void {
    setEdits({ ...edits, ...changes });
  }

  function send(choice: SuggestionsChoice): Promise<unknown> {
    return save.mutateAsync(choice, {
      onSuccess: () => {
        // What was changed while it was sent is still to be saved.
        setEdits((now) => (now === edits ? {} : now));
      },
    });
  }

  function submit(): Promise<unknown> {
    const { share, boxes: most, seed: before } = chosen;
    if (mode === "off") {
      return send({ mode, share: share ?? 0.5, boxes: most ?? 3, seed: before ?? 1 });
    }
    return send({
      mode,
      system: Number(system),
      share: Number(percent) / 100,
      boxes: Number(boxes),
      seed: Number(seed),
    });
  }

  return (
    <PartForm
      title="Suggestions"
      changes={Object.keys(changedFields(stored, edits)).length}
      sending={save}
      onSave={submit}
      onDiscard={() => setEdits({})}
    >
      <Radio.Group
        label="Annotators see"
        value={mode}
        onChange={(next) => change({ mode: MODES.find(([each]) => each === next)?.[0] ?? "off" })}
      >
        <Stack gap="xs" mt="xs">
          {MODES.map(([each, label, description]) => (
            <Radio
              key={each}
              value={each}
              label={label}
              description={description}
              disabled={each !== "off" && chosen.systems.length === 0}
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen.systems.length === 0 && (
        <Text size="sm" c="dimmed">
          Score a system on the{" "}
          <Anchor underline="always" component={Link} to={`/projects/${slug}/leaderboard`} inherit>
            leaderboard
          </Anchor>{" "}
          first. Plumbline suggests its stored predictions.
        </Text>
      )}
      {mode !== "off" && (
        <>
          <Select
            label="System"
            description="Annotators never learn which it is."
            data={chosen.systems.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={system}
            error={errors.system}
            w={280}
            onChange={(next) => change({ system: next })}
          />
          <NumberInput
            required
            label="Share of assignments"
            description="A seeded draw decides who sees a suggestion. The others are what you compare with."
            suffix="%"
            min={0}
            max={100}
            value={percent}
            error={errors.share}
            w={280}
            onChange={(next) => change({ percent: asNumber(next) })}
          />
          {mode === "rank" && (
            <NumberInput
              required
              label="Boxes at most"
              min={1}
              max={5}
              value={boxes}
              error={errors.boxes}
              w={280}
              onChange={(next) => change({ boxes: asNumber(next) })}
            />
          )}
          <NumberInput
            required
            label="Seed"
            min={0}
            max={LARGEST_SEED}
            value={seed}
            error={errors.seed}
            w={280}
            onChange={(next) => change({ seed: asNumber(next) })}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        {standing(chosen)}
      </Text>
    </PartForm>
  );
}

/** Whether some annotators see what a system predicts. */
export function SuggestionSettings({ slug }: { slug: string }) {
  const chosen = useQuery({
    ...suggestionsQuery(slug),
    refetchInterval: ({ state: { data } }) => (data?.job && !data.is_ready ? 2000 : false),
  });
  return (
    <SettingsCard
      title="Suggestions"
      about="A system of the leaderboard can suggest answers to a share of the assignments. The statistics show the time that this saves, and how much it pulls answers towards the system. Examples with more than one annotation measure agreement and never get a suggestion."
    >
      <QueryView query={chosen}>
        {(loaded) => <SuggestionForm slug={slug} chosen={loaded} />}
      </QueryView>
    </SettingsCard>
  );
}
