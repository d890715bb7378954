import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { useListParams } from "./useListParams";

const NAMES = ["search", "state"] as const;

function TwoChanges() {
  const { setFilter } = useListParams(NAMES);
  const handleClick = () => {
    setFilter("state", "");
    setFilter("search", "winter");
  };
  return <button onClick={handleClick}>Change both</button>;
}

test("a change keeps the one before it, although the router has not shown that yet", async () => {
  renderApp(<TwoChanges />, { at: "/?state=complete&split=dev&page=3" });
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("/?split=dev&search=winter")).toBeInTheDocument();
});
