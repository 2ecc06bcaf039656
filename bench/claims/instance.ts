/** What the tool of every side does: it is counted, and takes a moment. */
export type Effect = () => Promise<string>;

/** One of two programs that share a store, with an agent that asks a person before its only tool runs. */
export interface Instance {
  /** Lets a run begin until it waits; answers the name under which it goes on. */
  suspend(): Promise<string>;
  /** Says yes to a waiting run and brings it to its end. */
  resume(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens two instances on one store, each with connections of its own. */
export type OpenPair = (effect: Effect) => Promise<readonly [Instance, Instance]>;
