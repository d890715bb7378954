import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, Outlet, RouterProvider, createMemoryRouter } from "react-router";
import { afterEach, describe, expect, it } from "vitest";

import { useTopOfNewPage } from "./useTopOfNewPage";

function Frame() {
  useTopOfNewPage();
  return (
    <>
      <Link to="/figures">Figures</Link>
      <Link to="/examples">Examples</Link>
      <Link to="?page=2">Next</Link>
      <Link to="/figures#last">Last</Link>
      <Outlet />
    </>
  );
}

const router = () =>
  createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: "/figures", element: null },
          { path: "/examples", element: null },
        ],
      },
    ],
    { initialEntries: ["/figures"] },
  );

const page = document.documentElement;

describe("a page that is scrolled", () => {
  afterEach(() => {
    page.scrollTop = 0;
  });

  it.each([
    ["a link to another page", "Examples", 0],
    ["another part of the same list", "Next", 500],
    ["a place on the page", "Last", 500],
  ])("begins at its top after %s only", async (_, link, top) => {
    render(<RouterProvider router={router()} />);
    page.scrollTop = 500;
    await userEvent.click(screen.getByRole("link", { name: link }));
    expect(page.scrollTop).toBe(top);
  });

  it("is left to the browser on the way back", async () => {
    const routes = router();
    render(<RouterProvider router={routes} />);
    await userEvent.click(screen.getByRole("link", { name: "Examples" }));
    page.scrollTop = 500;
    await act(() => routes.navigate(-1));
    expect(page.scrollTop).toBe(500);
  });
});
