import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";
import type { Proof } from "./secondFactor";
import { listDevices } from "./signIn";

export type Account = components["schemas"]["AccountOutput"];

export const accountQuery = () =>
  queryOptions({
    queryKey: queryKeys.account(),
    queryFn: ({ signal }) => readFrom("/api/v1/me/account/", signal),
  });

export const devicesQuery = () =>
  queryOptions({
    queryKey: queryKeys.devices(),
    queryFn: ({ signal }) => listDevices(signal),
  });

export function changeDisplayName(displayName: string): Promise<Account> {
  return read(api.PATCH("/api/v1/me/account/", { body: { display_name: displayName } }));
}

/** Whether the caller reviews each answer before submitting it. */
export function changeReview(reviewsAnswers: boolean): Promise<Account> {
  return read(api.PATCH("/api/v1/me/account/", { body: { reviews_answers: reviewsAnswers } }));
}

/** Whether a mail a day tells the caller what waits. */
export function changeDailyMail(getsDailyMail: boolean): Promise<Account> {
  return read(api.PATCH("/api/v1/me/account/", { body: { gets_daily_mail: getsDailyMail } }));
}

export function changeEmail(change: { email: string } & Proof): Promise<Account> {
  return read(api.PUT("/api/v1/me/account/email/", { body: change }));
}

/** Ends every session of the caller, this one included. */
export async function signOutEverywhere(): Promise<void> {
  await api.DELETE("/api/v1/me/sessions/");
}
