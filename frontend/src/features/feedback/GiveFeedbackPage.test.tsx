import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { buildAnnotation, buildProject } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import GiveFeedbackPage from "./GiveFeedbackPage";

test("what is typed while feedback is under way stays for the next", async () => {
  const requests = fakeServer({
    "GET projects/demo/": { json: buildProject({ role: "lead" }) },
    "GET projects/demo/annotations/4/": { json: { versions: [buildAnnotation({ id: 4 })] } },
    "GET projects/demo/examples/7/": { json: { page: null } },
    "GET projects/demo/feedback/": { json: page([]) },
    "POST projects/demo/annotations/4/feedback/": { status: 201, json: {} },
  });
  const ask = globalThis.fetch;
  let letGo: () => void = () => undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "POST") await new Promise<void>((resolve) => (letGo = resolve));
    return ask(request);
  });
  renderApp(<GiveFeedbackPage />, {
    path: "/projects/:slug/annotations/:id/feedback",
    at: "/projects/demo/annotations/4/feedback",
  });
  await userEvent.click(await screen.findByRole("radio", { name: "Long answer" }));
  const field = screen.getByLabelText("What you noticed");
  fireEvent.change(field, { target: { value: "Too wide." } });
  await userEvent.click(screen.getByRole("button", { name: "Give feedback" }));
  fireEvent.change(field, { target: { value: "Too wide. And" } });
  letGo();
  await waitFor(() => {
    expect(field).toHaveValue("And");
  });
  expect(requests.find(({ method }) => method === "POST")?.body).toMatchObject({
    criterion: "long_answer",
    text: "Too wide.",
  });
});
