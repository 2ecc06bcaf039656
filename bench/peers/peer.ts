/** A runtime for agents under test, each with an agent that does the same scripted work. */
export interface Peer {
  /** Executes a run in which the model calls a read tool the given number of times, one call per turn, and then returns its final text. */
  run(calls: number): Promise<void>;
  /** Starts a run until it waits for a person; returns the name that resumes it. */
  suspend(): Promise<string>;
  /** Returns the names of all waiting runs. */
  list(): Promise<readonly string[]>;
  /** Approves a waiting run and runs it to its end. */
  resume(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a peer; `folder` is its own and empty. */
export type OpenPeer = (folder: string) => Promise<Peer>;

export const QUESTION = 'What is the weather like in City 0 0 for 3 days?';
export const READ_TOOL = 'get_weather';
export const ASK_TOOL = 'ask_weather';
export const DESCRIPTION = 'Tells the weather.';
export const LAST_WORD = 'The weather is fine in all of them.';

/** The arguments of the tool call in a turn. */
export const argumentsOf = (turn: number) => ({ city: `City ${turn} 0`, days: 3 });

/** The tool body of every side. */
export const tellWeather = async ({ city }: { readonly city: string }): Promise<string> =>
  `The weather in ${city} is fine.`;
