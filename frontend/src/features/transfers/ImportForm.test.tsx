import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { formatSize } from "@/components/DropZone";
import { IMPORT_FORMATS as ASQA } from "@/kinds/asqa/formats";
import { IMPORT_FORMATS as NATURAL_QUESTIONS } from "@/kinds/natural-questions/formats";
import { renderApp } from "@/test/render";

import { ImportForm } from "./ImportForm";

/** Stands for the network: records what is uploaded, and answers when the test says so. */
class FakeUpload {
  static last: FakeUpload | undefined;
  readonly upload: { onprogress?: (event: ProgressEvent) => void } = {};
  onload: () => void = () => undefined;
  onerror: () => void = () => undefined;
  status = 0;
  responseText = "";
  url = "";
  form = new FormData();

  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(): void {
    // The headers are the client's and tested there.
  }
  send(form: FormData): void {
    this.form = form;
    FakeUpload.last = this;
  }
  sent(loaded: number, total: number): void {
    this.upload.onprogress?.(
      new ProgressEvent("progress", { lengthComputable: true, loaded, total }),
    );
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
});

afterEach(() => {
  localStorage.clear();
  FakeUpload.last = undefined;
});

const FILE = new File(["{}\n"], "dev.jsonl");
const AMBIGUOUS = new File(["[]"], "dev.json");
const VISITED = new File(["{}\n"], "pages.jsonl");

function lastUpload(): FakeUpload {
  if (FakeUpload.last === undefined) throw new Error("nothing was uploaded");
  return FakeUpload.last;
}

async function chooseAndImport(): Promise<FakeUpload> {
  await userEvent.upload(screen.getByLabelText(/^A .jsonl or/), FILE);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  return lastUpload();
}

test("nothing can be imported before a file is chosen", () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  expect(screen.getByRole("button", { name: "Import" })).toBeDisabled();
});

test("the file goes up with its format and what to do about errors", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  await userEvent.click(screen.getByLabelText("Skip it and import the rest"));
  await userEvent.click(screen.getByLabelText("Import the annotations too"));
  await userEvent.type(screen.getByLabelText("Split"), "dev");
  const upload = await chooseAndImport();
  expect(upload.url).toBe("/api/v1/projects/demo/imports/");
  expect(Object.fromEntries(upload.form)).toEqual({
    format: "nq",
    annotations: "true",
    on_error: "skip",
    split: "dev",
    file: FILE,
  });
  act(() => {
    upload.sent(1, 4);
  });
  expect(await screen.findByText("Uploading, 25%")).toBeVisible();
  act(() => {
    upload.answer(202, { job: "x" });
  });
  expect(await screen.findByText("Drop a file here, or click to choose one")).toBeVisible();
});

test("a file that is chosen while another goes up is the next one's", async () => {
  renderApp(<ImportForm slug="demo" formats={ASQA} />);
  const [file, pages] = [
    "A .json or .json.gz file",
    "JSON lines with title, url and document_html",
  ].map((label) => screen.getByLabelText(label));
  if (!file || !pages) throw new Error("no field");
  await userEvent.upload(file, AMBIGUOUS);
  await userEvent.upload(pages, VISITED);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  await userEvent.upload(file, new File(["[]"], "test.json"));
  act(() => {
    lastUpload().answer(202, { job: "x" });
  });
  expect(await screen.findByText(/^The file is uploaded/)).toBeVisible();
  expect(screen.getByText("test.json")).toBeVisible();
  expect(screen.queryByText("pages.jsonl")).toBeNull();
});

test("annotations are never asked of a file of pages", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  await userEvent.click(screen.getByLabelText("Import the annotations too"));
  await userEvent.click(screen.getByRole("radio", { name: /^Questions with pages/ }));
  await userEvent.upload(screen.getByLabelText(/^A .jsonl or/), FILE);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(lastUpload().form.get("annotations")).toBe("false");
});

test("a project of ASQA takes AmbigNQ with the pages that were visited", async () => {
  renderApp(<ImportForm slug="demo" formats={ASQA} />);
  expect(
    screen
      .getAllByRole("radio")
      .slice(0, 2)
      .map((card) => card.textContent),
  ).toEqual([expect.stringMatching(/^AmbigNQ/), expect.stringMatching(/^ASQA/)]);
  await userEvent.upload(screen.getByLabelText("A .json or .json.gz file"), AMBIGUOUS);
  await userEvent.upload(
    screen.getByLabelText("JSON lines with title, url and document_html"),
    VISITED,
  );
  expect(screen.queryByLabelText("Import the annotations too")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(Object.fromEntries(lastUpload().form)).toEqual({
    format: "ambigqa",
    annotations: "false",
    on_error: "stop",
    file: AMBIGUOUS,
    pages: VISITED,
  });
});

test("pages that were chosen by mistake can be taken out again", async () => {
  renderApp(<ImportForm slug="demo" formats={ASQA} />);
  await userEvent.upload(screen.getByLabelText("A .json or .json.gz file"), AMBIGUOUS);
  await userEvent.upload(
    screen.getByLabelText("JSON lines with title, url and document_html"),
    VISITED,
  );
  await userEvent.click(screen.getByRole("button", { name: "Import without pages" }));
  expect(screen.getByLabelText("JSON lines with title, url and document_html")).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(lastUpload().form.has("pages")).toBe(false);
});

test("visited pages can come from Wikipedia where no file has them", async () => {
  renderApp(<ImportForm slug="demo" formats={ASQA} />);
  await userEvent.upload(screen.getByLabelText("A .json or .json.gz file"), AMBIGUOUS);
  const search = "Search Wikipedia where a question names no pages";
  expect(screen.queryByLabelText(search)).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText("Get the visited pages from Wikipedia"));
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(lastUpload().form.get("fetch")).toBe("true");
  expect(lastUpload().form.get("search")).toBeNull();
  act(() => {
    lastUpload().answer(202, { job: "x" });
  });
  expect(await screen.findByText(/^The file is uploaded/)).toBeVisible();
  await userEvent.upload(screen.getByLabelText("A .json or .json.gz file"), AMBIGUOUS);
  await userEvent.click(screen.getByLabelText(search));
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(lastUpload().form.get("search")).toBe("true");
  await userEvent.click(screen.getByRole("radio", { name: /^ASQA/ }));
  expect(screen.getByLabelText("Get the visited pages from Wikipedia")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("radio", { name: /^Query log/ }));
  expect(screen.queryByLabelText("Get the visited pages from Wikipedia")).not.toBeInTheDocument();
});

test("pages of questions can come from Wikipedia", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  await userEvent.click(screen.getByRole("radio", { name: /^Questions with pages/ }));
  await userEvent.click(screen.getByLabelText("Get pages from Wikipedia"));
  await chooseAndImport();
  expect(lastUpload().form.get("fetch")).toBe("true");
});

test("ASQA is imported one split at a time, with its answers if wanted", async () => {
  renderApp(<ImportForm slug="demo" formats={ASQA} />);
  await userEvent.click(screen.getByRole("radio", { name: /^ASQA/ }));
  expect(screen.getByLabelText(/^Split/)).toBeRequired();
  await userEvent.type(screen.getByLabelText(/^Split/), "dev");
  await userEvent.click(screen.getByLabelText("Import the annotations too"));
  await userEvent.upload(screen.getByLabelText("A .json or .json.gz file"), AMBIGUOUS);
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  expect(Object.fromEntries(lastUpload().form)).toEqual({
    format: "asqa",
    annotations: "true",
    on_error: "stop",
    split: "dev",
    file: AMBIGUOUS,
  });
});

test("the field for a file says which one is chosen, and how large it is", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  const field = screen.getByLabelText("A .jsonl or .jsonl.gz file");
  expect(field).not.toHaveAccessibleDescription();
  await userEvent.upload(field, FILE);
  expect(field).toHaveAccessibleName("A .jsonl or .jsonl.gz file");
  expect(field).toHaveAccessibleDescription("dev.jsonl 3 bytes. Click to choose another.");
});

test("each format has a sample to look at", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  const link = () => screen.getByRole("link", { name: "Download a sample file" });
  expect(link()).toHaveAttribute("download", "sample-nq.jsonl");
  await userEvent.click(screen.getByRole("radio", { name: /^Query log/ }));
  expect(link()).toHaveAttribute("download", "sample-queries.csv");
});

test("the last choice is remembered, project by project", async () => {
  const { unmount } = renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  await userEvent.click(screen.getByRole("radio", { name: /^Questions with pages/ }));
  await userEvent.click(screen.getByLabelText("Skip it and import the rest"));
  await chooseAndImport();
  unmount();
  const again = renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  expect(screen.getByRole("radio", { name: /^Questions with pages/ })).toBeChecked();
  expect(screen.getByLabelText("Skip it and import the rest")).toBeChecked();
  again.unmount();
  renderApp(<ImportForm slug="other" formats={NATURAL_QUESTIONS} />);
  expect(screen.getByRole("radio", { name: /^Natural Questions/ })).toBeChecked();
});

test("a file of another format is recognised, and its first questions are shown", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  const lines = [1, 2, 3, 4].map((n) => JSON.stringify({ question_text: `question ${n}` }));
  const pages = new File([lines.join("\n")], "pages.jsonl");
  await userEvent.upload(screen.getByLabelText(/^A .jsonl or/), pages);
  await userEvent.click(
    await screen.findByRole("button", { name: "Import it as Questions with pages" }),
  );
  expect(screen.getByRole("radio", { name: /^Questions with pages/ })).toBeChecked();
  const list = screen.getByRole("list", { name: "First questions" });
  expect(list.textContent).toBe("question 1question 2question 3");
});

test("AmbigNQ without pages says so before the upload", async () => {
  renderApp(<ImportForm slug="demo" formats={ASQA} />);
  expect(screen.getByText(/^Add a file of visited pages, or get them/)).toBeVisible();
  const light = [{ id: "1", question: "when?", annotations: [] }];
  const file = new File([JSON.stringify(light)], "light.json");
  await userEvent.upload(screen.getByLabelText("A .json or .json.gz file"), file);
  expect(await screen.findByText(/^This file names no pages/)).toBeVisible();
  await userEvent.click(screen.getByLabelText("Get the visited pages from Wikipedia"));
  expect(screen.queryByText(/^This file names no pages/)).toBeNull();
});

test("a file that is too large is refused in sentences", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  const upload = await chooseAndImport();
  act(() => {
    upload.answer(400, { code: "large", detail: "Too large.", fields: { file: "Split it." } });
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("Too large. Split it.");
  expect(screen.getByText("dev.jsonl")).toBeVisible();
});

test("an upload that breaks off says that the server can't be reached", async () => {
  renderApp(<ImportForm slug="demo" formats={NATURAL_QUESTIONS} />);
  const upload = await chooseAndImport();
  act(() => {
    upload.onerror();
  });
  expect(await screen.findByRole("alert")).toHaveTextContent("The server can’t be reached.");
});

test("formatSize counts in steps of a thousand", () => {
  expect([0, 999, 1000, 1_234_567, 250_000_000, 3e12].map(formatSize)).toEqual([
    "0 bytes",
    "999 bytes",
    "1.0 kB",
    "1.2 MB",
    "250 MB",
    "3000 GB",
  ]);
});
