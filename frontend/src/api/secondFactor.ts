import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { components } from "./schema";

export type SecondFactor = components["schemas"]["SecondFactorOutput"];
export type NewKey = components["schemas"]["NewKeyOutput"];

/** Proof of who somebody is: their password, or a code from their app if they have none. */
export interface Proof {
  password: string;
  code: string;
}

const ROOT = "/api/v1/me/second-factor";

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: queryKeys.secondFactor(),
    queryFn: ({ signal }) => readFrom(`${ROOT}/`, signal),
  });

/** A key for an authenticator app. Another one each time, so it is asked for once and kept. */
export function makeKey(): Promise<NewKey> {
  return read(api.POST(`${ROOT}/key/`));
}

/** From now on a code is asked for; the recovery codes. */
export async function turnOn(proof: Proof): Promise<string[]> {
  return (await read(api.POST(`${ROOT}/on/`, { body: proof }))).codes;
}

export async function turnOff(proof: Proof): Promise<void> {
  await api.POST(`${ROOT}/off/`, { body: proof });
}

export async function readRecoveryCodes(proof: Proof): Promise<string[]> {
  return (await read(api.POST(`${ROOT}/recovery-codes/`, { body: proof }))).codes;
}

export async function renewRecoveryCodes(proof: Proof): Promise<string[]> {
  return (await read(api.POST(`${ROOT}/recovery-codes/new/`, { body: proof }))).codes;
}
