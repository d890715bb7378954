import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readAllPages, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type { NewAccount } from "./types";

type Schemas = components["schemas"];

export type Competition = Schemas["CompetitionOutput"];
export type CompetitionTexts = Schemas["PatchedCompetitionInputRequest"];
export type CompetitionTable = Schemas["CompetitionTableOutput"];
export type CompetitionRow = Schemas["CompetitionRowOutput"];
export type OpenedCompetitionInvitation = Schemas["OpenedCompetitionInvitationOutput"];
export type CompetitionEntry = Schemas["EntryOutput"];
export type OwnCompetition = Schemas["OwnCompetitionOutput"];
export type Phase = Schemas["PhaseOutput"];
export type PhaseRules = Schemas["PhaseInputRequest"];
export type PublishedFile = Schemas["PublishedFileOutput"];
export type NewPublishedFile = Schemas["PublishedFileInputRequest"];
export type Team = Schemas["TeamOutput"];
export type TeamFields = Schemas["TeamInputRequest"];
export type TeamSubmission = Schemas["TeamSubmissionOutput"];
export type ListedTeam = Schemas["ListedTeamOutput"];

const pathOf = (slug: string) => ({ params: { path: { slug } } });

/** The page, for everybody once it is published. */
export const competitionQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.competition(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/competition/", signal, { path: { slug } }),
  });

/** The table of a phase by its number; "" for the newest one that shows something. */
export const competitionTableQuery = (slug: string, phase: string) => {
  const query: { phase?: number } = phase === "" ? {} : { phase: Number(phase) };
  return queryOptions({
    queryKey: queryKeys.competitionTable(slug, phase),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/competition/table/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });
};

/** The competitions that the caller takes part in. */
export const ownCompetitionsQuery = () =>
  queryOptions({
    queryKey: queryKeys.ownCompetitions(),
    queryFn: ({ signal }) => readFrom("/api/v1/me/competitions/", signal),
  });

/** What people with the link may know; fails with status 404 if it leads nowhere. */
export const openedCompetitionInvitationQuery = (secret: string) =>
  queryOptions({
    queryKey: queryKeys.openedCompetitionInvitation(secret),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/competition-invitations/{secret}/", signal, { path: { secret } }),
  });

/** Sign up; `account` is the one to make, null for people who are signed in. */
export function signUpForCompetition(
  secret: string,
  account: NewAccount | null,
): Promise<CompetitionEntry> {
  return read(
    api.POST("/api/v1/competition-invitations/{secret}/accept/", {
      params: { path: { secret } },
      // The schema can't say that it depends on the caller whether there is a body.
      body: account ?? ({} as NewAccount),
    }),
  );
}

/** Opens the competition on the hidden split, or changes what its page says. */
export function writeCompetition(slug: string, texts: CompetitionTexts): Promise<Competition> {
  return read(api.PATCH("/api/v1/projects/{slug}/competition/", { ...pathOf(slug), body: texts }));
}

export function publishCompetition(slug: string, isPublished: boolean): Promise<Competition> {
  return read(
    api.PUT("/api/v1/projects/{slug}/competition/publication/", {
      ...pathOf(slug),
      body: { is_published: isPublished },
    }),
  );
}

export const competitionInvitationQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.competitionInvitation(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/competition/invitation/", signal, { path: { slug } }),
  });

export function renewCompetitionInvitation(slug: string, days: number): Promise<unknown> {
  return read(
    api.POST("/api/v1/projects/{slug}/competition/invitation/", {
      ...pathOf(slug),
      body: { days },
    }),
  );
}

export async function closeCompetitionInvitation(slug: string): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/competition/invitation/", pathOf(slug));
}

export const halvesQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.competitionHalves(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/competition/halves/", signal, { path: { slug } }),
  });

export function addPhase(slug: string, rules: PhaseRules): Promise<Phase> {
  return read(
    api.POST("/api/v1/projects/{slug}/competition/phases/", { ...pathOf(slug), body: rules }),
  );
}

export function changePhase(
  slug: string,
  number: number,
  rules: Partial<PhaseRules>,
): Promise<Phase> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/competition/phases/{number}/", {
      params: { path: { slug, number } },
      body: rules,
    }),
  );
}

export async function deletePhase(slug: string, number: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/competition/phases/{number}/", {
    params: { path: { slug, number } },
  });
}

export function publishResults(slug: string, number: number, isPublished: boolean): Promise<Phase> {
  return read(
    api.PUT("/api/v1/projects/{slug}/competition/phases/{number}/results/", {
      params: { path: { slug, number } },
      body: { is_published: isPublished },
    }),
  );
}

/** Queues the job that makes a file of a split and offers it. */
export function publishFile(slug: string, file: NewPublishedFile): Promise<unknown> {
  return read(
    api.POST("/api/v1/projects/{slug}/competition/files/", { ...pathOf(slug), body: file }),
  );
}

export async function takeDownFile(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/competition/files/{id}/", {
    params: { path: { slug, id } },
  });
}

/** Queues the job that scores all systems of a split anew. */
export function scoreAgain(slug: string, split: string): Promise<unknown> {
  return read(
    api.POST("/api/v1/projects/{slug}/scores/again/", { ...pathOf(slug), body: { split } }),
  );
}

/** What all teams have submitted, for stewards. */
export const teamSubmissionsQuery = (slug: string, query: { page: number; page_size: number }) =>
  queryOptions({
    queryKey: queryKeys.competitionSubmissions(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/competition/submissions/", signal, {
        path: { slug },
        query,
      }),
    placeholderData: keepPreviousData,
  });

/** All teams, by name. */
export const teamsQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.competitionTeams(slug),
    queryFn: ({ signal }) =>
      readAllPages((query) =>
        readFrom("/api/v1/projects/{slug}/competition/teams/", signal, { path: { slug }, query }),
      ),
  });

/** The caller's team; ask only for people who have one. */
export const teamQuery = (slug: string) =>
  queryOptions({
    queryKey: queryKeys.competitionTeam(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/competition/team/", signal, { path: { slug } }),
  });

export function formTeam(slug: string, fields: TeamFields): Promise<Team> {
  return read(
    api.POST("/api/v1/projects/{slug}/competition/teams/", { ...pathOf(slug), body: fields }),
  );
}

export function changeTeam(slug: string, fields: Partial<TeamFields>): Promise<Team> {
  return read(
    api.PATCH("/api/v1/projects/{slug}/competition/team/", { ...pathOf(slug), body: fields }),
  );
}

export async function leaveTeam(slug: string): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/competition/team/", pathOf(slug));
}

export function joinTeam(slug: string, secret: string): Promise<Team> {
  return read(
    api.POST("/api/v1/projects/{slug}/competition/teams/join/", {
      ...pathOf(slug),
      body: { secret },
    }),
  );
}

export async function askTeam(slug: string, id: number): Promise<void> {
  await api.POST("/api/v1/projects/{slug}/competition/teams/{id}/requests/", {
    params: { path: { slug, id } },
  });
}

export async function takeBackRequest(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/competition/teams/{id}/requests/", {
    params: { path: { slug, id } },
  });
}

export function answerTeamRequest(
  slug: string,
  participant: number,
  isAccepted: boolean,
): Promise<Team> {
  return read(
    api.POST("/api/v1/projects/{slug}/competition/team/requests/", {
      ...pathOf(slug),
      body: { participant, is_accepted: isAccepted },
    }),
  );
}

export function renewTeamLink(slug: string): Promise<Team> {
  return read(api.POST("/api/v1/projects/{slug}/competition/team/link/", pathOf(slug)));
}

export async function closeTeamLink(slug: string): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/competition/team/link/", pathOf(slug));
}
