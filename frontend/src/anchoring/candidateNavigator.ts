import { encloses, type Candidate } from "./spans";
import type { TokenIndex } from "./tokenIndex";

/**
 * The tree of a page's candidates, for moving by keyboard. Made from their spans: a candidate's
 * parent is the smallest one that encloses it. Positions given and returned are candidate indexes.
 *
 * `reachable` leaves out candidates that have no element in the rendering; what they enclose
 * moves up to their parent.
 */
export class CandidateNavigator {
  /** In document order, parents before their children. */
  readonly order: readonly number[];
  private readonly byIndex = new Map<number, Candidate>();
  private readonly parents = new Map<number, number>();
  private readonly childLists = new Map<number | null, number[]>();
  private readonly ranks: Map<number, number>;

  constructor(
    candidates: readonly Candidate[],
    reachable: (index: number) => boolean = () => true,
  ) {
    const sorted = candidates
      .filter((candidate) => reachable(candidate.index))
      .sort((a, b) => a.start_token - b.start_token || b.end_token - a.end_token);
    const open: Candidate[] = [];
    for (const candidate of sorted) {
      this.byIndex.set(candidate.index, candidate);
      let parent = open.at(-1);
      while (parent && !encloses(parent, candidate)) {
        open.pop();
        parent = open.at(-1);
      }
      if (parent) this.parents.set(candidate.index, parent.index);
      const siblings = this.childLists.get(parent?.index ?? null);
      if (siblings) siblings.push(candidate.index);
      else this.childLists.set(parent?.index ?? null, [candidate.index]);
      open.push(candidate);
    }
    this.order = sorted.map((candidate) => candidate.index);
    this.ranks = new Map(this.order.map((index, rank) => [index, rank]));
  }

  get(index: number): Candidate | null {
    return this.byIndex.get(index) ?? null;
  }

  /** The first and the last candidate that no other encloses. */
  first(): number | null {
    return this.children(null)[0] ?? null;
  }

  last(): number | null {
    return this.children(null).at(-1) ?? null;
  }

  parent(index: number): number | null {
    return this.parents.get(index) ?? null;
  }

  /** The children of a candidate, or with null those that no other encloses. */
  children(index: number | null): readonly number[] {
    return this.childLists.get(index) ?? [];
  }

  firstChild(index: number): number | null {
    return this.children(index)[0] ?? null;
  }

  /** The next sibling; after the last one what follows in the document. */
  next(index: number): number | null {
    let current: number | null = index;
    while (current !== null) {
      const parent = this.parent(current);
      const siblings = this.children(parent);
      const following = siblings[siblings.indexOf(current) + 1];
      if (following !== undefined) return following;
      current = parent;
    }
    return null;
  }

  /** The previous sibling; before the first one what precedes in the document: the parent. */
  previous(index: number): number | null {
    const parent = this.parent(index);
    const siblings = this.children(parent);
    return siblings[siblings.indexOf(index) - 1] ?? parent;
  }

  /** The place of a candidate in the order of the document. */
  rankOf(index: number): number {
    return this.ranks.get(index) ?? -1;
  }

  nextInDocument(index: number): number | null {
    const rank = this.ranks.get(index);
    return rank === undefined ? null : (this.order[rank + 1] ?? null);
  }

  previousInDocument(index: number): number | null {
    const rank = this.ranks.get(index);
    return rank === undefined ? null : (this.order[rank - 1] ?? null);
  }

  /** A candidate and what encloses it, the outermost first. */
  chain(index: number): Candidate[] {
    const chain: Candidate[] = [];
    let current: number | null = index;
    while (current !== null) {
      const candidate = this.byIndex.get(current);
      if (!candidate) break;
      chain.unshift(candidate);
      current = this.parent(current);
    }
    return chain;
  }
}

/** The elements that carry candidates, by candidate index. */
export function candidateElements(root: ParentNode): Map<number, HTMLElement> {
  const elements = new Map<number, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-c]")) {
    const index = candidateIndexOf(element);
    if (index !== null && !elements.has(index)) elements.set(index, element);
  }
  return elements;
}

/**
 * The candidates as their elements show them, for pages whose list of candidates is not at hand.
 * Their spans hold their words and not their tags; one without words is none.
 */
export function renderedCandidates(
  elements: ReadonlyMap<number, HTMLElement>,
  tokens: TokenIndex,
): Candidate[] {
  return [...elements].flatMap(([index, element]) => {
    const words = [...element.querySelectorAll("[data-t]")].flatMap(
      (piece) => tokens.wordAt(piece) ?? [],
    );
    const [first] = words;
    if (first === undefined) return [];
    const last = words.reduce((most, word) => Math.max(most, word), first);
    const least = words.reduce((fewest, word) => Math.min(fewest, word), first);
    const tag = element.dataset.as ?? element.localName;
    return [{ index, tag, ...tokens.spanBetween(least, last) }];
  });
}

/** The index of the smallest candidate that encloses a node. */
export function smallestCandidateAt(node: Node | null): number | null {
  const element = node && "closest" in node ? (node as Element) : (node?.parentElement ?? null);
  return candidateIndexOf(element?.closest("[data-c]") ?? null);
}

function candidateIndexOf(element: Element | null): number | null {
  const value = element?.getAttribute("data-c");
  return value && /^\d+$/.test(value) ? Number(value) : null;
}
