/** What was seen, in words, and whether it is what the page says. */
export interface Observation {
  readonly happened: string;
  readonly holds: boolean;
}

/** Something that a cell of `docs/comparison.md` says, and the way to see it happen. */
export interface Claim {
  readonly row: string;
  readonly column: string;
  /** Words of the cell. When they are gone, the page says something else now. */
  readonly says: string;
  /** The part of the column that is looked at, with its store. */
  readonly side: string;
  observe(): Promise<Observation>;
}
