import { expect, test } from "vitest";

import schema from "../../openapi.json?raw";
import { LARGEST_SEED, SEED_RANGE } from "./SeedInput";

interface Field {
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Schema {
  readonly components: {
    readonly schemas: Readonly<
      Record<string, { readonly properties?: Readonly<Record<string, Field>> }>
    >;
  };
}

test("the server takes each seed that can be typed, whatever is drawn with it", () => {
  const { components } = JSON.parse(schema) as Schema;
  const seeds = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    name.endsWith("Request") && properties.seed !== undefined ? [properties.seed] : [],
  );
  expect(seeds.length).toBeGreaterThan(5);
  for (const { minimum, maximum } of seeds) {
    expect(minimum).toBe(0);
    expect(maximum).toBeGreaterThanOrEqual(LARGEST_SEED);
  }
  expect(SEED_RANGE).toBe("a whole number from 0 to 2,147,483,647");
});
