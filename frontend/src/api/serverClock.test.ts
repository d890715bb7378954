import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { noteServerDate, serverNow } from "./serverClock";

const NOW = Date.parse("2026-01-01T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

afterEach(() => {
  noteServerDate(new Date().toUTCString());
  vi.useRealTimers();
});

test("the server's time counts where this computer's clock is wrong", () => {
  noteServerDate("Thu, 01 Jan 2026 11:00:00 GMT");
  expect(new Date(serverNow()).toISOString()).toBe("2026-01-01T11:00:00.000Z");
  vi.setSystemTime(NOW + 90_000);
  expect(new Date(serverNow()).toISOString()).toBe("2026-01-01T11:01:30.000Z");
});

test("a few seconds are no difference, and what can't be read changes nothing", () => {
  noteServerDate("Thu, 01 Jan 2026 12:00:04 GMT");
  expect(serverNow()).toBe(NOW);
  noteServerDate("Thu, 01 Jan 2026 13:00:00 GMT");
  noteServerDate(null);
  noteServerDate("soon");
  expect(serverNow()).toBe(NOW + 3_600_000);
});
