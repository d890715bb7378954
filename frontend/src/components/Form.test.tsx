import { TextInput } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { ApiError } from "@/api/errors";
import { renderApp } from "@/test/render";

import { ErrorAlert } from "./ErrorAlert";
import { Form } from "./Form";

const REFUSED = new ApiError({
  status: 400,
  code: "invalid",
  detail: "Something is wrong.",
  fields: { name: "Write a name." },
});

function renderForm(changes: Partial<Parameters<typeof Form>[0]> = {}) {
  const onSubmit = vi.fn();
  renderApp(
    <Form
      sending={{ error: null, isPending: false }}
      onSubmit={onSubmit}
      action="Save"
      {...changes}
    >
      <TextInput label="Name" />
    </Form>,
  );
  return onSubmit;
}

test("Enter in a field submits a form once, and no page is loaded", async () => {
  const onSubmit = renderForm();
  await userEvent.type(await screen.findByLabelText("Name"), "Ada{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

test("a form that can't be submitted yet has a button that says so", async () => {
  const onSubmit = renderForm({ canSubmit: false });
  expect(await screen.findByRole("button", { name: "Save" })).toBeDisabled();
  await userEvent.type(screen.getByLabelText("Name"), "Ada{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
});

test("cancelling submits nothing", async () => {
  const onCancel = vi.fn();
  const onSubmit = renderForm({ onCancel });
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledTimes(1);
  expect(onSubmit).not.toHaveBeenCalled();
});

test("what the server refused stands above the fields, unless a field says it", async () => {
  renderForm({ sending: { error: REFUSED, isPending: false } });
  expect(await screen.findByRole("alert")).toHaveTextContent("Something is wrong.");
});

test.each([
  [{ shownAt: ["name"] }, null],
  [{ shownAt: ["title"] }, "Something is wrong."],
  [{ withFields: true }, "Something is wrong. Write a name."],
])("an alert with %o says %s", (props, said) => {
  renderApp(<ErrorAlert error={REFUSED} {...props} />);
  const alert = screen.queryByRole("alert");
  expect(alert === null ? null : alert.textContent.trim()).toBe(said);
});
