import { ApiError, sentenceForStatus, toApiError } from "./errors";

/** The code of the error that says: the password was right, now the code of the second factor. */
export const CODE_NEEDED = "code_needed";

const CODES: Readonly<Record<string, string>> = { mfa_authenticate: CODE_NEEDED };
const PENDING: Readonly<Record<string, string>> = {
  mfa_authenticate: "This account also needs a code. Sign in to enter it.",
  verify_email: "Confirm your e-mail address first: open the link in our mail.",
};
const UNKNOWN_PENDING =
  "Signing in to this account needs a further step that this page doesn’t support. Tell the administrator of this site.";
const CLOSED = "This account is closed. Ask a lead of your project or the administrator.";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Problem {
  code: string;
  message: string;
  param: string | null;
}

function readProblems(body: unknown): Problem[] {
  if (!isRecord(body) || !Array.isArray(body.errors)) return [];
  return body.errors.filter(isRecord).map(({ code, message, param }) => ({
    code: String(code),
    message: String(message),
    param: typeof param === "string" ? param : null,
  }));
}

/** What is still to be done before somebody who gave the right password is signed in. */
function readPendingFlow(body: unknown): string | null {
  const data = isRecord(body) && isRecord(body.data) ? body.data : {};
  const flows = Array.isArray(data.flows) ? data.flows.filter(isRecord) : [];
  const pending = flows.find((flow) => flow.is_pending === true);
  return pending === undefined ? null : String(pending.id);
}

function describeUnauthorized(body: unknown): { code: string; detail: string } {
  const flow = readPendingFlow(body);
  if (flow === null) return { code: "signed_out", detail: CLOSED };
  return { code: CODES[flow] ?? "step_pending", detail: PENDING[flow] ?? UNKNOWN_PENDING };
}

/** Reads an error of signing in, whose form is not that of the API. */
export function toSignInError(status: number, body: unknown): ApiError {
  if (status === 401) return new ApiError({ status, ...describeUnauthorized(body), body });
  const problems = readProblems(body);
  const [first] = problems;
  if (first === undefined) return toApiError(status, body);
  const fields: Record<string, string> = {};
  for (const { param, message } of problems) {
    if (param !== null) fields[param] = param in fields ? `${fields[param]} ${message}` : message;
  }
  const general = problems.find(({ param }) => param === null) ?? first;
  return new ApiError({
    status,
    code: first.code,
    detail: general.message || sentenceForStatus(status),
    fields,
    body,
  });
}
