/** A phase's rules as a form has them: dates in local time, and "" for none. */

import type { Phase, PhaseRules } from "@/api/competitions";
import { serverNow } from "@/api/serverClock";

export interface PhaseFields {
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly uploads_per_week: number | string;
  readonly uploads_total: number | string;
  readonly refused_per_week: number | string;
  readonly metric: string;
  readonly non_null_annotations: number | string;
  readonly shown_to: Phase["shown_to"];
  readonly has_halves: boolean;
  readonly ladder_step: number | string;
}

/** A moment as `<input type="datetime-local">` has it. */
export function localTime(iso: string | null | undefined): string {
  if (iso == null) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function moment(local: string): string | null {
  return local === "" ? null : new Date(local).toISOString();
}

function numberOr<Other>(value: number | string, other: Other): number | Other {
  return typeof value === "number" ? value : other;
}

export function fieldsOf(phase: PhaseRules): PhaseFields {
  return {
    ...phase,
    metric: phase.metric ?? "",
    starts_at: localTime(phase.starts_at),
    ends_at: localTime(phase.ends_at),
    uploads_total: phase.uploads_total ?? "",
    ladder_step: phase.ladder_step ?? "",
  };
}

/** The fields that a new phase begins with. */
export function newFields(metric: string): PhaseFields {
  return {
    name: "",
    starts_at: "",
    ends_at: "",
    uploads_per_week: 1,
    uploads_total: "",
    refused_per_week: 5,
    metric,
    non_null_annotations: 2,
    shown_to: "team",
    has_halves: false,
    ladder_step: "",
  };
}

/** What the API takes; a new phase without a start begins at once. */
export function rulesOf(fields: PhaseFields, phase: Phase | null): PhaseRules {
  // Seconds and less are not in the form: a date that was not touched stays as it is.
  const kept = (name: "starts_at" | "ends_at") =>
    phase !== null && fields[name] === localTime(phase[name])
      ? (phase[name] ?? null)
      : moment(fields[name]);
  return {
    ...fields,
    name: fields.name.trim(),
    starts_at:
      phase === null && fields.starts_at === ""
        ? new Date(serverNow()).toISOString()
        : kept("starts_at"),
    ends_at: kept("ends_at"),
    uploads_per_week: numberOr(fields.uploads_per_week, 1),
    uploads_total: numberOr(fields.uploads_total, null),
    refused_per_week: numberOr(fields.refused_per_week, 1),
    non_null_annotations: numberOr(fields.non_null_annotations, 1),
    ladder_step: numberOr(fields.ladder_step, null),
  };
}
