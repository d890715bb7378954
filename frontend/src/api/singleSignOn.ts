import { api, read } from "./client";
import type { Proof } from "./secondFactor";

/** The provider's page for signing in and going on to `next`, or joining by an invitation. */
export async function findProvider(next: string, invitation: string): Promise<string> {
  const { address } = await read(
    api.POST("/api/v1/auth/single-sign-on/", { body: { next, invitation } }),
  );
  return address;
}

/** The provider's page by which the caller's account is to open from then on. */
export async function findProviderToConnect(proof: Proof): Promise<string> {
  return (await read(api.POST("/api/v1/me/single-sign-on/", { body: proof }))).address;
}

export async function disconnect(proof: Proof): Promise<void> {
  await api.POST("/api/v1/me/single-sign-on/disconnect/", { body: proof });
}

const RETURNS: Readonly<Record<string, string>> = {
  signup_closed:
    "No account here is connected to that sign-in. Sign in with your password and connect it on your account page, or ask a lead of your project for an invitation.",
  permission_denied: "This account is closed. Ask a lead of your project or the administrator.",
  cancelled: "You did not sign in there. Nothing changed.",
  connected_other: "That sign-in is already connected to another account here.",
  reauthentication_required: "That took too long. Try again.",
  email_taken: "There is an account with your address already. Sign in with its password.",
  invitation_revoked: "This invitation was withdrawn. Ask for a new one.",
  invitation_used: "This invitation has already been used. Ask for a new one.",
  invitation_expired: "This invitation has expired. Ask for a new one.",
};

/** Why somebody came back from the provider without being signed in. */
export function describeReturn(error: string): string {
  return RETURNS[error] ?? "That did not work. Try again, or sign in with your password.";
}
