import { queryOptions } from "@tanstack/react-query";

import { api, read, readFrom } from "./client";
import { isActive } from "./jobs";
import { queryKeys } from "./queryKeys";
import type { Proof } from "./secondFactor";

/** The export of the caller's data that was asked for last, watched while it is made. */
export const dataExportQuery = () =>
  queryOptions({
    queryKey: queryKeys.dataExport(),
    queryFn: ({ signal }) => readFrom("/api/v1/me/data-export/", signal),
    refetchInterval: (query) => {
      const job = query.state.data?.job;
      return job && isActive(job) ? 1000 : false;
    },
  });

export function requestDataExport(): Promise<{ job: string }> {
  return read(api.POST("/api/v1/me/data-export/"));
}

/** Erases the caller for good. */
export async function eraseMe(proof: { username: string } & Proof): Promise<void> {
  await api.POST("/api/v1/me/erase/", { body: proof });
}
