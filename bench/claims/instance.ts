/** The body of the tool of every side, which is counted and takes a short time. */
export type Effect = () => Promise<string>;

/** One of two programs that share a store, with an agent whose only tool needs approval. */
export interface Instance {
  /** Starts a run until it waits; returns the name that resumes it. */
  suspend(): Promise<string>;
  /** Approves a waiting run and runs it to its end. */
  resume(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens two instances on one store, each with its own connections. */
export type OpenPair = (effect: Effect) => Promise<readonly [Instance, Instance]>;
