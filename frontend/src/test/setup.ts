import "@testing-library/jest-dom/vitest";

import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, vi, beforeAll } from "vitest";

import { loadKinds } from "@/kinds/useKind";

// Waiting costs nothing where all goes well; vite.config.ts limits a test as a whole.
configure({ asyncUtilTimeout: 120_000 });
// How many examples a property is tried on; the same switch as that of the Python tests.
fc.configureGlobal({ numRuns: import.meta.env.TEST_SIZE === "long" ? 100 : 15 });

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // The files of a worker share one document, so that it is made and filled only once.
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

// What Mantine asks of a browser and jsdom lacks.
Object.defineProperty(window, "matchMedia", {
  configurable: true,
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

class ResizeObserverStub implements ResizeObserver {
  observe(): void {
    // jsdom has no layout, so nothing ever changes its size.
  }
  unobserve(): void {
    // See observe.
  }
  disconnect(): void {
    // See observe.
  }
}

Object.defineProperty(window, "ResizeObserver", {
  configurable: true,
  value: ResizeObserverStub,
});
window.HTMLElement.prototype.scrollIntoView = () => undefined;
Object.defineProperty(document, "fonts", {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});

// Tests look at pages at once, which would wait for it.
beforeAll(async () => {
  await loadKinds();
});
