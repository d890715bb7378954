import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type {
  Criterion,
  Level,
  TraineeDetail,
  Training,
  TrainingExample,
  TrainingStep,
} from "./training";
import type { Assignment } from "./types";

const of = (slug: string) => ({ params: { path: { slug } } });
const ofOne = (slug: string, id: number) => ({ params: { path: { slug, id } } });

/** Everybody in training; there are tens, not thousands. */
export const traineesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.trainees(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/training/members/", signal, {
        path: { slug },
        query: { page_size: 500 },
      }),
  });

export const traineeQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: queryKeys.trainee(slug, id),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/training/members/{id}/", signal, ofOne(slug, id).params),
  });

export const trainingExamplesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.trainingExamples(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/training/examples/", signal, of(slug).params),
  });

export function changeTraining(
  slug: string,
  body: { requires_training?: boolean; instructions?: string },
): Promise<Training> {
  return read(api.PUT("/api/v1/projects/{slug}/training/", { ...of(slug), body }));
}

export function markSession(
  slug: string,
  id: number,
  body: { attended: boolean; notes: string },
): Promise<TraineeDetail> {
  return read(
    api.POST("/api/v1/projects/{slug}/training/members/{id}/sessions/", {
      ...ofOne(slug, id),
      body,
    }),
  );
}

export interface GivenGrade {
  readonly criterion: Criterion;
  readonly level: Level;
  readonly comment: string;
}

export function gradeAnswer(
  slug: string,
  answer: number,
  grades: GivenGrade[],
): Promise<TraineeDetail> {
  return read(
    api.PUT("/api/v1/projects/{slug}/training/answers/{id}/grades/", {
      ...ofOne(slug, answer),
      body: { grades },
    }),
  );
}

export function gradeAutomatically(slug: string, id: number): Promise<TraineeDetail> {
  return read(
    api.POST("/api/v1/projects/{slug}/training/members/{id}/automatic-grades/", ofOne(slug, id)),
  );
}

export function finishGrading(slug: string, id: number): Promise<TraineeDetail> {
  return read(api.POST("/api/v1/projects/{slug}/training/members/{id}/graded/", ofOne(slug, id)));
}

export function decideExam(
  slug: string,
  id: number,
  body: { verdict: "accepted" | "another_try"; note: string },
): Promise<TraineeDetail> {
  return read(
    api.POST("/api/v1/projects/{slug}/training/members/{id}/decision/", {
      ...ofOne(slug, id),
      body,
    }),
  );
}

/** An accepted annotator must pass another exam before new questions come. */
export function askToRequalify(slug: string, id: number, reason: string): Promise<TraineeDetail> {
  return read(
    api.POST("/api/v1/projects/{slug}/training/members/{id}/requalification/", {
      ...ofOne(slug, id),
      body: { reason },
    }),
  );
}

export function takeBackRequalification(slug: string, id: number): Promise<TraineeDetail> {
  return read(
    api.DELETE("/api/v1/projects/{slug}/training/members/{id}/requalification/", ofOne(slug, id)),
  );
}

export async function waiveTraining(slug: string, members: number[], note: string): Promise<void> {
  await api.POST("/api/v1/projects/{slug}/training/waivers/", {
    ...of(slug),
    body: { members, note },
  });
}

export function chooseTrainingExamples(
  slug: string,
  examples: number[],
  step: TrainingStep,
): Promise<TrainingExample[]> {
  return read(
    api.POST("/api/v1/projects/{slug}/training/examples/", {
      ...of(slug),
      body: { examples, step },
    }),
  );
}

export async function giveBackExample(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/training/examples/{id}/", ofOne(slug, id));
}

/** Begins the reference, or uses an imported annotation. */
export async function openReference(
  slug: string,
  id: number,
  annotation: number | null = null,
): Promise<Assignment> {
  return await read(
    api.POST("/api/v1/projects/{slug}/training/examples/{id}/reference/", {
      ...ofOne(slug, id),
      body: { annotation },
    }),
  );
}
