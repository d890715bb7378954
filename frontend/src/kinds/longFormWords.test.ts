import { describe, expect, it } from "vitest";

import { keyLabel, wordOf } from "./words";

describe("words of bars", () => {
  it("read as ranges below the axis and as what they count in the list of examples", () => {
    expect(keyLabel("process", "160_to_200")).toBe("160–200");
    expect(keyLabel("process", "200_and_more")).toBe("200 and more");
    expect(wordOf("process", "words_200_and_more").label).toBe("200 words or more");
    expect(wordOf("process", "minutes_0_to_5").label).toBe("0 to 5 minutes");
    expect(wordOf("agreement", "rouge_l_90_to_100").label).toBe("90 to 100 ROUGE-L F1");
  });

  it("have no open end where values do not go beyond it", () => {
    expect(keyLabel("process", "90_to_100")).toBe("90–100");
    expect(wordOf("process", "coverage_100_and_more").label).toBe("Coverage 100 and more");
  });
});
