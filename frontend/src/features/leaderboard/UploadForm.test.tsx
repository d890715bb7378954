import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderApp } from "@/test/render";
import { fakeServer, page } from "@/test/server";

import { UploadForm } from "./UploadForm";

/** The uploads under way; the test plays the server. */
function catchUploads(): XMLHttpRequest[] {
  const uploads: XMLHttpRequest[] = [];
  vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(function (this: XMLHttpRequest) {
    uploads.push(this);
  });
  return uploads;
}

/** Fills in the form and sends it. */
async function upload(kind: "nq" | "asqa" = "nq"): Promise<void> {
  fakeServer({ "GET projects/": { json: page([]) } });
  renderApp(<UploadForm slug="demo" kind={kind} splits={["dev", "train"]} readsAnswers={false} />, {
    path: "/",
    at: "/",
  });
  await userEvent.type(screen.getByLabelText(/Name of the system/), "Careful");
  const [file] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (file === undefined) throw new Error("nowhere to put a file");
  await userEvent.upload(file, new File(["{}"], "careful.json"));
  await userEvent.click(screen.getByRole("button", { name: "Score" }));
}

function report(upload: XMLHttpRequest | undefined, loaded: number): void {
  act(() => {
    upload?.upload.dispatchEvent(
      new ProgressEvent("progress", { lengthComputable: true, loaded, total: 200 }),
    );
  });
}

function answer(upload: XMLHttpRequest | undefined, status: number, body: unknown): void {
  Object.defineProperties(upload, {
    status: { value: status },
    responseText: { value: JSON.stringify(body) },
  });
  act(() => {
    upload?.dispatchEvent(new ProgressEvent("load"));
  });
}

test("nothing can be scored without a name and a file", () => {
  renderApp(<UploadForm slug="demo" kind="nq" splits={["dev"]} readsAnswers={false} />, {
    path: "/",
    at: "/",
  });
  expect(screen.getByRole("button", { name: "Score" })).toBeDisabled();
});

test("an upload shows its progress, and can be cancelled until everything is there", async () => {
  const uploads = catchUploads();
  const abort = vi.spyOn(XMLHttpRequest.prototype, "abort");
  await upload();
  report(uploads[0], 50);
  expect(await screen.findByText("Uploading, 25%")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel the upload" }));
  expect(abort.mock.contexts).toEqual([uploads[0]]);
  expect(screen.queryByText(/Uploading/)).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByText("careful.json")).toBeVisible();
  // The button to cancel leaves.
  expect(screen.getByRole("button", { name: "Score" })).toHaveFocus();

  await userEvent.click(screen.getByRole("button", { name: "Score" }));
  report(uploads[1], 200);
  expect(await screen.findByText("Starting the scoring")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Cancel the upload" })).toBeNull();
  answer(uploads[1], 202, { job: "1" });
  expect(await screen.findByText(/The predictions are uploaded/)).toBeVisible();
  expect(screen.queryByText("careful.json")).toBeNull();
});

test("a file and a name that are given while another goes up are the next one's", async () => {
  const uploads = catchUploads();
  await upload();
  const [file] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (file === undefined) throw new Error("nowhere to put a file");
  await userEvent.upload(file, new File(["{}"], "daring.json"));
  await userEvent.type(screen.getByLabelText(/Name of the system/), "ly");
  answer(uploads[0], 202, { job: "1" });
  expect(await screen.findByText(/The predictions are uploaded/)).toBeVisible();
  expect(screen.getByText("daring.json")).toBeVisible();
  expect(screen.getByLabelText(/Name of the system/)).toHaveValue("Carefully");
});

test("a refused file is told of with its field, and stays chosen", async () => {
  const uploads = catchUploads();
  await upload();
  const sentence = "The file is larger than 64 MiB. Compress it with gzip.";
  answer(uploads[0], 400, {
    code: "invalid_upload",
    detail: "These predictions can’t be scored.",
    fields: { file: sentence },
  });
  expect(await screen.findByText(new RegExp(sentence))).toBeVisible();
  expect(screen.getByText("careful.json")).toBeVisible();
});

test("of ASQA, a reader's answers, passages and people without context can be given", async () => {
  catchUploads();
  await upload("asqa");
  expect(screen.getByLabelText("What a reader found in the answers (optional)")).toBeVisible();
  expect(screen.getByLabelText("Passages")).toBeVisible();
  expect(screen.queryByLabelText("Annotations with an answer")).toBeNull();
});

test.each([
  [false, "What a reader found in the answers (optional)"],
  [true, "What another reader found in the answers (optional: this site has one)"],
])("the form says whether the site reads answers itself: %s", (readsAnswers, label) => {
  fakeServer({ "GET projects/": { json: page([]) } });
  renderApp(<UploadForm slug="demo" kind="asqa" splits={["dev"]} readsAnswers={readsAnswers} />, {
    path: "/",
    at: "/",
  });
  expect(screen.getByText(label)).toBeInTheDocument();
});

test("on the hidden split no file of another reader is asked for or sent", async () => {
  const uploads = catchUploads();
  fakeServer({
    "GET projects/demo/splits/": { json: { hidden: "test", is_steward: true } },
    "GET projects/": { json: page([]) },
  });
  renderApp(<UploadForm slug="demo" kind="asqa" splits={["dev", "test"]} readsAnswers />, {
    path: "/",
    at: "/",
  });
  const sent = vi.spyOn(FormData.prototype, "set");
  await userEvent.type(screen.getByLabelText(/Name of the system/), "Careful");
  const [file, found] = document.querySelectorAll<HTMLInputElement>('input[type="file"]');
  if (file === undefined || found === undefined) throw new Error("nowhere to put a file");
  await userEvent.upload(file, new File(["{}"], "careful.json"));
  await userEvent.upload(found, new File(["{}"], "found.json"));
  await userEvent.click(screen.getByRole("combobox", { name: "Split" }));
  await userEvent.click(await screen.findByRole("option", { name: "test" }));
  expect(screen.queryByLabelText(/another reader/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Score" }));
  expect(uploads).toHaveLength(1);
  expect(sent.mock.calls.map(([name]) => name)).not.toContain("found");
});
