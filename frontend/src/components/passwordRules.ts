interface PasswordRule {
  text: string;
  isMet: boolean;
}

const SHORTEST = 10;
const SHORTEST_PART = 3;
const LEAST_BESIDE_NAMES = 8;

/** How many characters remain when the parts of names are taken out, as the server counts them. */
function countBeside(password: string, names: readonly string[]): number {
  const parts = names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length >= SHORTEST_PART)
    .sort((one, other) => other.length - one.length);
  return parts.reduce((rest, part) => rest.replaceAll(part, ""), password.toLowerCase()).length;
}

/**
 * What a new password has to be, as far as it shows while typing. The server has the last word: it
 * knows the passwords that everybody takes.
 */
export function checkPassword(password: string, names: readonly string[]): PasswordRule[] {
  return [
    { text: `${SHORTEST} characters or more`, isMet: password.length >= SHORTEST },
    { text: "Not only digits", isMet: password !== "" && !/^\d+$/.test(password) },
    {
      text: "More than your name",
      isMet: countBeside(password, names) >= Math.min(LEAST_BESIDE_NAMES, password.length || 1),
    },
  ];
}
