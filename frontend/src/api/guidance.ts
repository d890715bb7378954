import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import type { ListQuery } from "./projects";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Thread = Schemas["ThreadOutput"];
export type ThreadDetail = Schemas["ThreadDetailOutput"];
export type ThreadState = Schemas["ThreadState"];
export type News = Schemas["NewsOutput"];
export type FaqEntry = Schemas["FaqOutput"];
export type FaqText = Pick<FaqEntry, "title" | "question" | "answer">;
export type Feedback = Schemas["FeedbackOutput"];
export type FeedbackCriterion = Schemas["FeedbackCriterion"];
export type CriterionSummary = Schemas["CriterionSummaryOutput"];
export type FeedbackSummary = Schemas["FeedbackSummaryOutput"];
type Picture = Schemas["PictureOutput"];

/** Everything here is below the project's key, so that leaving and parking refresh it too. */
const keys = {
  news: (slug: string) => ["project", slug, "news"] as const,
  questions: (slug: string) => ["project", slug, "questions"] as const,
  faq: (slug: string) => ["project", slug, "faq"] as const,
  feedback: (slug: string) => ["project", slug, "feedback"] as const,
  pictures: (slug: string) => ["project", slug, "guidelines", "pictures"] as const,
};
export const guidanceKeys = keys;

const at = (slug: string) => ({ params: { path: { slug } } });
const NEWS_EVERY_MS = 60_000;

/** What waits for the caller; asked again now and then, since others bring it. */
export const newsQuery = (slug: string) =>
  queryOptions({
    queryKey: keys.news(slug),
    queryFn: ({ signal }) => readFrom("/api/v1/projects/{slug}/news/", signal, at(slug).params),
    refetchInterval: NEWS_EVERY_MS,
    staleTime: 10_000,
  });

export const threadsQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...keys.questions(slug), "list", query] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/questions/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

export const threadQuery = (slug: string, id: number) =>
  queryOptions({
    queryKey: [...keys.questions(slug), id] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/questions/{id}/", signal, { path: { slug, id } }),
  });

/** Sending the same idempotency key again adds no second message. */
export function writeMessage(
  slug: string,
  id: number,
  text: string,
  idempotencyKey: string,
): Promise<ThreadDetail> {
  return read(
    api.POST("/api/v1/projects/{slug}/questions/{id}/messages/", {
      params: { path: { slug, id }, header: { "Idempotency-Key": idempotencyKey } },
      body: { text },
    }),
  );
}

export function closeThread(slug: string, id: number): Promise<ThreadDetail> {
  return read(
    api.POST("/api/v1/projects/{slug}/questions/{id}/close/", { params: { path: { slug, id } } }),
  );
}

export const faqQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...keys.faq(slug), "list", query] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/faq/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

export const faqEntryQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: [...keys.faq(slug), number] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/faq/{number}/", signal, { path: { slug, number } }),
  });

export const faqVersionsQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: [...keys.faq(slug), number, "versions"] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/faq/{number}/versions/", signal, {
        path: { slug, number },
      }),
  });

/** Sending the same idempotency key again adds no second entry. */
export function publishFaq(
  slug: string,
  text: FaqText & { thread: number | null; name_is_a_word: boolean },
  idempotencyKey: string,
): Promise<FaqEntry> {
  return read(
    api.POST("/api/v1/projects/{slug}/faq/", {
      params: { path: { slug }, header: { "Idempotency-Key": idempotencyKey } },
      body: text,
    }),
  );
}

export function editFaq(
  slug: string,
  number: number,
  text: FaqText & { name_is_a_word: boolean },
): Promise<FaqEntry> {
  return read(
    api.PUT("/api/v1/projects/{slug}/faq/{number}/", {
      params: { path: { slug, number } },
      body: text,
    }),
  );
}

export function withdrawFaq(slug: string, number: number): Promise<FaqEntry> {
  return read(
    api.DELETE("/api/v1/projects/{slug}/faq/{number}/", { params: { path: { slug, number } } }),
  );
}

export async function markFaqSeen(slug: string): Promise<void> {
  await api.POST("/api/v1/projects/{slug}/faq/seen/", at(slug));
}

export const feedbackQuery = (slug: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...keys.feedback(slug), "list", query] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/feedback/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

export const feedbackSummaryQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: [...keys.feedback(slug), "summary", page] as const,
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/feedback/summary/", signal, {
        path: { slug },
        query: { page, page_size: 25 },
      }),
    placeholderData: keepPreviousData,
  });

export interface NewFeedback {
  criterion: FeedbackCriterion;
  text: string;
  /** Characters (code points) of the long-form answer; both or neither. */
  start: number | null;
  end: number | null;
  /** Tokens of the page of a Natural Questions example; both or neither. */
  start_token: number | null;
  end_token: number | null;
}

/** Sending the same idempotency key again adds no second feedback. */
export function giveFeedback(
  slug: string,
  annotation: number,
  feedback: NewFeedback,
  idempotencyKey: string,
): Promise<Feedback> {
  return read(
    api.POST("/api/v1/projects/{slug}/annotations/{id}/feedback/", {
      params: {
        path: { slug, id: annotation },
        header: { "Idempotency-Key": idempotencyKey },
      },
      body: feedback,
    }),
  );
}

export function acknowledgeFeedback(slug: string, id: number): Promise<Feedback> {
  return read(
    api.POST("/api/v1/projects/{slug}/feedback/{id}/acknowledge/", {
      params: { path: { slug, id } },
    }),
  );
}

export async function withdrawFeedback(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/feedback/{id}/", { params: { path: { slug, id } } });
}

/** All of them: a project has room for 200. */
export const picturesQuery = (slug: string) =>
  queryOptions({
    queryKey: keys.pictures(slug),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/guidelines/pictures/", signal, {
        path: { slug },
        query: { page_size: 200 },
      }),
  });

export function addPicture(slug: string, file: File): Promise<Picture> {
  const form = new FormData();
  form.append("file", file);
  return read(
    api.POST("/api/v1/projects/{slug}/guidelines/pictures/", {
      ...at(slug),
      // The schema says text where the form has a file.
      body: form as never,
    }),
  );
}

export const brokenLinksQuery = (slug: string, markdown: string) =>
  queryOptions({
    queryKey: ["project", slug, "links", markdown] as const,
    queryFn: ({ signal }) =>
      read(
        api.POST("/api/v1/projects/{slug}/guidelines/links/", {
          ...at(slug),
          body: { markdown },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
