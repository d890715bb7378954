import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderApp } from "@/test/render";

import { NewPasswordInput } from "./NewPasswordInput";

test("a new password's field is described by its rules and by what is wrong", () => {
  renderApp(
    <NewPasswordInput
      value="1234567890"
      names={[]}
      error="Everybody takes this one."
      onChange={() => undefined}
    />,
  );
  const field = screen.getByLabelText("New password");
  expect(field).toHaveAccessibleDescription(/10 characters or more ?, done/);
  expect(field).toHaveAccessibleDescription(/Not only digits/);
  expect(field).toHaveAccessibleDescription(/Everybody takes this one\./);
});
