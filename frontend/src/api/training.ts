import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom, signed } from "./client";
import { queryKeys } from "./queryKeys";
import { sentDraft } from "./savedDrafts";
import type { components } from "./schema";
import type { AnswerBody, Assignment, DraftBody } from "./types";

type Schemas = components["schemas"];

export type Training = Schemas["TrainingOutput"];
export type Standing = Schemas["StandingOutput"];
export type OwnTraining = Schemas["OwnTrainingOutput"];
export type Attempt = Schemas["AttemptOutput"];
export type TrainingAnswer = Schemas["TrainingAnswerOutput"];
export type TrainingContent =
  | Schemas["NaturalQuestionsTrainingAnswerOutput"]
  | Schemas["LongFormTrainingAnswerOutput"];
export type Trainee = Schemas["TraineeOutput"];
export type TraineeDetail = Schemas["TraineeDetailOutput"];
export type TrainingExample = Schemas["TrainingExampleOutput"];
export type Criterion = Schemas["TrainingCriterion"];
export type Grade = Schemas["GradeOutput"];
export type Level = Grade["level"];
export type TrainingStep = Schemas["TrainingStep"];

const of = (slug: string) => ({ params: { path: { slug } } });
const atAnswer = (id: number) => ({ params: { path: { id } } });

export const trainingQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.training(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/training/", signal, of(slug).params),
  });

export const ownTrainingQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.ownTraining(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/training/own/", signal, of(slug).params),
  });

export const trainingAssignmentQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.trainingAnswer(id),
    queryFn: () => readTrainingAssignment(id),
    // Never replaces work in progress or opens an old version.
    gcTime: 0,
  });

/** An answer in training in the shape of an assignment. */
export async function readTrainingAssignment(id: number): Promise<Assignment> {
  return await read(api.GET("/api/v1/training/answers/{id}/", atAnswer(id)));
}

export async function saveTrainingDraft(id: number, draft: DraftBody): Promise<Assignment> {
  return await read(
    api.PUT("/api/v1/training/answers/{id}/draft/", { ...atAnswer(id), ...sentDraft(draft) }),
  );
}

/** Sending the same idempotency key again changes nothing. */
export async function submitTrainingAnswer(
  id: number,
  answer: AnswerBody,
  idempotencyKey: string,
): Promise<Assignment> {
  return await read(
    api.POST("/api/v1/training/answers/{id}/submit/", {
      params: { path: { id }, header: { "Idempotency-Key": idempotencyKey } },
      body: signed(answer),
    }),
  );
}

export function startStep(slug: string): Promise<OwnTraining> {
  return read(api.POST("/api/v1/projects/{slug}/training/own/start/", of(slug)));
}

export function markFeedbackRead(slug: string): Promise<OwnTraining> {
  return read(api.POST("/api/v1/projects/{slug}/training/own/read/", of(slug)));
}
