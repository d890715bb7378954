import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { PublishedGallery } from "@/api/gallery";
import { renderApp } from "@/test/render";
import { fakeServer, jobList } from "@/test/server";

import { GallerySection } from "./GallerySection";

const PUBLISHED: PublishedGallery = {
  address: "/gallery/demo/",
  version: "1.2.0",
  example_count: 1200,
  byte_count: 2_500_000,
  published_at: "2026-02-04T12:00:00Z",
  is_outdated: false,
  is_withheld: false,
};

function serve(published: PublishedGallery | null) {
  let shown = published;
  return fakeServer({
    "GET projects/demo/gallery/": () => ({ json: { published: shown } }),
    "GET projects/demo/jobs/": jobList([]),
    "POST projects/demo/gallery/": { status: 202, json: { job: "x" } },
    "DELETE projects/demo/gallery/": () => {
      shown = null;
      return { status: 204 };
    },
  });
}

test("a gallery is published with what the lead chose", async () => {
  const requests = serve(null);
  renderApp(<GallerySection slug="demo" />);
  const publish = await screen.findByRole("button", { name: "Publish the gallery" });
  await userEvent.type(screen.getByLabelText("Address of the downloads"), "https://example.org/d");
  await userEvent.click(screen.getByLabelText("Show simulated annotations"));
  await userEvent.type(screen.getByLabelText("Texts that may stay"), " Ada {enter}{enter}1.2.3.4");
  await userEvent.click(publish);
  await waitFor(() => {
    expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
      downloads: "https://example.org/d",
      simulated: true,
      allowed: ["Ada", "1.2.3.4"],
    });
  });
});

test("a published gallery is linked, and can be taken back", async () => {
  serve(PUBLISHED);
  renderApp(<GallerySection slug="demo" />);
  const link = await screen.findByRole("link", { name: "/gallery/demo/" });
  expect(link).toHaveAttribute("href", "/gallery/demo/");
  expect(link.parentElement).toHaveTextContent("version 1.2.0 with 1,200 examples (2.5 MB)");
  await userEvent.click(screen.getByRole("button", { name: "Take the gallery back" }));
  await waitFor(() => {
    expect(screen.queryByRole("link", { name: "/gallery/demo/" })).not.toBeInTheDocument();
  });
  expect(screen.getByRole("button", { name: "Publish the gallery" })).toBeInTheDocument();
});

test("a gallery that shows what is left out now says that nobody sees it", async () => {
  serve({ ...PUBLISHED, is_outdated: true, is_withheld: true });
  renderApp(<GallerySection slug="demo" />);
  expect(await screen.findByRole("alert")).toHaveTextContent("Nobody sees it at the moment");
});
