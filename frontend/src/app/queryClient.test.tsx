import { useMutation, useQuery } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { createProject, progressQuery } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { buildMe } from "@/test/builders";
import { renderApp, testQueryClient } from "@/test/render";
import { fakeServer } from "@/test/server";

const NEW = { slug: "a", kind: "nq", title: "A", overlap: 1, lease_minutes: 60 } as const;

function CreateButton({ silent }: { silent?: boolean }) {
  const create = useMutation({
    mutationFn: () => createProject(NEW),
    meta: silent ? { silent } : {},
  });
  return (
    <button
      onClick={() => {
        create.mutate();
      }}
    >
      {create.isError ? "Failed" : "Create"}
    </button>
  );
}

const REFUSED = {
  status: 400,
  json: { code: "invalid", detail: "The name is taken.", fields: {} },
};

test("a failed change shows its sentence in a toast", async () => {
  fakeServer({ "POST projects/": REFUSED });
  renderApp(<CreateButton />);
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  expect(await screen.findByText("The name is taken.")).toBeVisible();
});

test("a form that shows its own errors gets no toast", async () => {
  fakeServer({ "POST projects/": REFUSED });
  renderApp(<CreateButton silent />);
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await screen.findByRole("button", { name: "Failed" });
  expect(screen.queryByText("The name is taken.")).toBeNull();
});

function ProgressPage() {
  return <p>{useQuery(progressQuery("demo")).status}</p>;
}

const SIGNED_OUT = { "GET projects/demo/progress/": { status: 401 } };

test("a 401 for somebody who was signed in asks to sign in again", async () => {
  fakeServer(SIGNED_OUT);
  const onSignedOut = vi.fn();
  const queryClient = testQueryClient({ onSignedOut });
  queryClient.setQueryData(queryKeys.me(), buildMe());
  renderApp(<ProgressPage />, { queryClient });
  await waitFor(() => {
    expect(onSignedOut).toHaveBeenCalledOnce();
  });
});

test("a 401 for somebody who was not signed in asks nothing", async () => {
  fakeServer(SIGNED_OUT);
  const onSignedOut = vi.fn();
  renderApp(<ProgressPage />, { queryClient: testQueryClient({ onSignedOut }) });
  await screen.findByText("error");
  expect(onSignedOut).not.toHaveBeenCalled();
});
