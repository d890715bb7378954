import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { queryKeys } from "./queryKeys";
import type { Acceptance, Invitation, NewAccount, OpenedInvitation, Role } from "./types";

export const invitationsQuery = (slug: string, query: { page: number; page_size: number }) =>
  queryOptions({
    queryKey: queryKeys.invitations(slug, query),
    queryFn: ({ signal }) =>
      readFrom("/api/v1/projects/{slug}/invitations/", signal, { path: { slug }, query }),
    placeholderData: keepPreviousData,
  });

interface NewInvitation {
  role: Role;
  days: number;
  max_uses: number;
  /** "" for a link that the lead hands out. */
  email: string;
  note: string;
}

export function createInvitation(slug: string, invitation: NewInvitation): Promise<Invitation> {
  return read(
    api.POST("/api/v1/projects/{slug}/invitations/", {
      params: { path: { slug } },
      body: invitation,
    }),
  );
}

export async function revokeInvitation(slug: string, id: number): Promise<void> {
  await api.DELETE("/api/v1/projects/{slug}/invitations/{id}/", {
    params: { path: { slug, id } },
  });
}

/** What people with the link may know about it; fails with status 404 if it leads nowhere. */
export const openedInvitationQuery = (secret: string) =>
  queryOptions({
    queryKey: queryKeys.openedInvitation(secret),
    queryFn: ({ signal }): Promise<OpenedInvitation> =>
      read(api.GET("/api/v1/invitations/{secret}/", { params: { path: { secret } }, signal })),
  });

/** Join; `account` is the one to make, null for people who are signed in. */
export function acceptInvitation(secret: string, account: NewAccount | null): Promise<Acceptance> {
  return read(
    api.POST("/api/v1/invitations/{secret}/accept/", {
      params: { path: { secret } },
      // The schema can't say that it depends on the caller whether there is a body.
      body: account ?? ({} as NewAccount),
    }),
  );
}
