/** A value that users change, with a version that prevents lost updates. */
export type Versioned<Value> = {
  readonly value: Value;
  readonly version: number;
  readonly changed_by: string;
  readonly changed_at: string;
};

/** The author of a change and the version that it is based on. */
export type Change = { readonly version: number; readonly by: string; readonly now: number };
