/** The headers in lines of "Name: value"; null where a line is none. */
export function headersIn(typed: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const line of typed.split("\n").filter((each) => each.trim() !== "")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    if (name === "" || value === "") return null;
    headers[name] = value;
  }
  return headers;
}
