import { z } from 'zod';
import { QUESTION as CYCLE_QUESTION } from '../durable/cycle-bench.ts';
import type { ModelScript } from '../script-model.ts';

/** The tool of each kind of work. The gate allows all calls except those that wait for an approval. */
const TOOLS = {
  /** A declared read. */
  read: 'get_weather',
  /** A tool without a manifest. */
  undeclared: 'lookup_weather',
  /** A declared write with arguments from the input of the user. */
  effect: 'save_forecast',
  /** A declared read that waits for a decision of a person. */
  approval: 'ask_weather',
  /** A tool without a manifest that waits for a decision of a person and is not repeated after a crash. */
  send: 'send_report',
} as const;

/** The unit of work that a side process executes: one run of an agent, in which every turn calls the tool once. */
export const workSchema = z.object({
  tool: z.enum(['read', 'undeclared', 'effect', 'approval', 'send']),
  calls: z.number().int(),
  store: z.enum(['memory', 'sqlite', 'postgres']),
  /** The URL of the model server. Without it, the model is a script in the same process. */
  modelUrl: z.string().optional(),
  isStreamed: z.boolean().optional(),
  /** The database of the PostgreSQL store. */
  databaseUrl: z.string().optional(),
});

/** One unit of work. */
export type Work = z.infer<typeof workSchema>;

/** One version of the runtime, opened for one kind of work. */
export interface OpenedSide {
  /** Executes one unit of work and checks that the run ended. */
  unit(): Promise<void>;
  /** The number of round trips to PostgreSQL until now. */
  trips?: (() => number) | undefined;
  close(): Promise<void>;
}

/** Opens a side. `onCall` is called by every executed tool body. */
export type OpenSide = (work: Work, onCall: () => void) => Promise<OpenedSide>;

/** Returns whether the run waits for a decision of a person. */
export const waits = ({ tool }: Work): boolean => tool === 'approval' || tool === 'send';

/** The script of the model for a unit of work. */
export function scriptOf(work: Work): ModelScript {
  const { tool, calls } = work;
  return waits(work)
    ? { turns: calls - 1, calls: 1, tool: TOOLS.read, last: TOOLS[tool] }
    : { turns: calls, calls: 1, tool: TOOLS[tool] };
}

/** The name under which the model server knows the script. */
export const modelNameOf = (work: Work): string => `${TOOLS[work.tool]}-${work.calls}`;

/**
 * The input of the run. It contains the arguments of ten calls, because the gate allows effects that the user requested.
 * The run that waits with an effect has the input of the other runtimes.
 */
export const questionOf = ({ tool }: Work): string => (tool === 'send' ? CYCLE_QUESTION : QUESTION);

const QUESTION =
  'Look up and save the forecast for City 0 0, City 1 0, City 2 0, City 3 0, City 4 0, City 5 0, City 6 0, City 7 0, City 8 0 and City 9 0 for 3 days.';

/** The longest run of a unit of work. */
export const MAX_TURNS = 100;

/** The tools of the agent. The agent that waits with an effect has one tool, like the other runtimes. */
export const onlyUsed = <Tool extends { readonly name: string }>(
  { tool }: Work,
  tools: readonly Tool[],
): Tool[] => tools.filter(({ name }) => tool !== 'send' || name === TOOLS.send);

/** The description, the parameters and the body of every tool. `onCall` counts the executed bodies. */
export const toolParts = (onCall: () => void) => ({
  description: 'Handles the weather of a city.',
  parameters: z.object({ city: z.string(), days: z.number() }),
  execute: async ({ city }: { city: string }) => {
    onCall();
    return `The weather in ${city} is fine.`;
  },
});

/** Throws when a run has no final output. */
export function requireEnd(finalOutput: unknown): void {
  if (finalOutput === undefined) throw new Error('The run did not end.');
}
