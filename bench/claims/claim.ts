/** A description of the observed result, and whether it confirms the claim. */
export interface Observation {
  readonly observed: string;
  readonly holds: boolean;
}

/** A statement in a cell of `docs/comparison.md`, and a function that observes it. */
export interface Claim {
  readonly row: string;
  readonly column: string;
  /** A part of the text of the cell. If it is missing, the page was changed. */
  readonly statement: string;
  /** The tested runtime with its store. */
  readonly side: string;
  observe(): Promise<Observation>;
}
