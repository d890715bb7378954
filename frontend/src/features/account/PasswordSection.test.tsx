import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { accountQuery } from "@/api/account";
import { buildAccount } from "@/test/builders";
import { renderApp } from "@/test/render";
import { fakeServer } from "@/test/server";

import { PasswordSection } from "./PasswordSection";

function Page() {
  const { data: account } = useQuery(accountQuery());
  return account && <PasswordSection account={account} />;
}

test("who has set a first password is asked for it from then on", async () => {
  let account = buildAccount({ has_password: false });
  fakeServer({
    "GET me/account/": () => ({ json: account }),
    "POST /_allauth/browser/v1/account/password/change": () => {
      account = buildAccount();
      return { json: { status: 200 } };
    },
  });
  renderApp(<Page />);
  const field = await screen.findByLabelText("New password");
  expect(screen.queryByLabelText("Current password")).toBeNull();
  await userEvent.type(field, "a plumb line hangs");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByLabelText("Current password")).toBeVisible();
});
