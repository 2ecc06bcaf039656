/** A runtime for agents under test, each with an agent that does the same scripted work. */
export interface Peer {
  /** A run in which the model calls a reading tool so many times, one call a turn, and then says its last word. */
  run(calls: number): Promise<void>;
  /** A run until it waits for a person; answers the name under which it goes on. */
  suspend(): Promise<string>;
  /** The names of all runs that wait. */
  list(): Promise<readonly string[]>;
  /** Says yes to a waiting run and brings it to its end. */
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

/** What the script calls a tool with in a turn. */
export const argumentsOf = (turn: number) => ({ city: `City ${turn} 0`, days: 3 });

/** What every side's tool does. */
export const tellWeather = async ({ city }: { readonly city: string }): Promise<string> =>
  `The weather in ${city} is fine.`;
