import createClient from "openapi-fetch";

import { clientOptions, errorsAndToken, read } from "./client";
import { ApiError } from "./errors";
import type { Proof } from "./secondFactor";
import type { components, paths } from "./sign-in-schema";
import { CODE_NEEDED, toSignInError } from "./signInErrors";

/** Signing in, passwords and devices, typed from the schema of the library that carries them. */
const door = createClient<paths>(clientOptions());
door.use(errorsAndToken(toSignInError));

/** One browser in which somebody is signed in. Times are seconds since 1970. */
export type Device = components["schemas"]["Session"];

const ROOT = "/_allauth/browser/v1";

/** Some calls answer 401 when they have succeeded and nobody is signed in afterwards. */
async function mayEndSignedOut(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  }
}

export async function authenticate(credentials: {
  username: string;
  password: string;
}): Promise<void> {
  await door.POST(`${ROOT}/auth/login`, { body: credentials });
}

/** The second step for people with a second factor: a code from the app, or a recovery code. */
export async function giveCode(code: string): Promise<void> {
  await door.POST(`${ROOT}/auth/2fa/authenticate`, { body: { code } });
}

/** Whether the first step of signing in was done elsewhere, and only a code is missing. */
export async function isCodePending(): Promise<boolean> {
  try {
    await door.GET(`${ROOT}/auth/session`);
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return error.code === CODE_NEEDED;
    throw error;
  }
}

export async function signOut(): Promise<void> {
  await mayEndSignedOut(door.DELETE(`${ROOT}/auth/session`));
}

/** Asks for a mail with a link. The answer is the same whether the address is known or not. */
export async function requestPasswordReset(email: string): Promise<void> {
  await door.POST(`${ROOT}/auth/password/request`, { body: { email } });
}

/** Whose password a link resets; fails when it was used or is too old. */
export async function readPasswordReset(key: string): Promise<{ username: string }> {
  const { data } = await read(
    door.GET(`${ROOT}/auth/password/reset`, {
      params: { header: { "X-Password-Reset-Key": key } },
    }),
  );
  return { username: data.user?.username ?? "" };
}

export async function resetPassword(reset: { key: string; password: string }): Promise<void> {
  await mayEndSignedOut(door.POST(`${ROOT}/auth/password/reset`, { body: reset }));
}

export async function changePassword(newPassword: string, proof: Proof): Promise<void> {
  const body = { new_password: newPassword, current_password: proof.password, code: proof.code };
  await door.POST(`${ROOT}/account/password/change`, { body });
}

export async function confirmEmail(key: string): Promise<void> {
  await mayEndSignedOut(door.POST(`${ROOT}/auth/email/verify`, { body: { key } }));
}

export async function listDevices(signal?: AbortSignal): Promise<Device[]> {
  const { data } = await read(door.GET(`${ROOT}/auth/sessions`, { ...(signal && { signal }) }));
  return data;
}

export async function endDevice(id: number): Promise<void> {
  await mayEndSignedOut(door.DELETE(`${ROOT}/auth/sessions`, { body: { sessions: [id] } }));
}
