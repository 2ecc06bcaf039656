import { z } from 'zod';
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
} as const;

/** The unit of work that a side process executes: one run of an agent, in which every turn calls the tool once. */
export const workSchema = z.object({
  tool: z.enum(['read', 'undeclared', 'effect', 'approval']),
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
  close(): Promise<void>;
}

/** The script of the model for a unit of work. */
export function scriptOf({ tool, calls }: Work): ModelScript {
  return tool === 'approval'
    ? { turns: calls - 1, calls: 1, tool: TOOLS.read, last: TOOLS.approval }
    : { turns: calls, calls: 1, tool: TOOLS[tool] };
}

/** The name under which the model server knows the script. */
export const modelNameOf = (work: Work): string => `${TOOLS[work.tool]}-${work.calls}`;

/** The input of the run. It contains the arguments of ten calls, because the gate allows effects that the user requested. */
export const QUESTION =
  'Look up and save the forecast for City 0 0, City 1 0, City 2 0, City 3 0, City 4 0, City 5 0, City 6 0, City 7 0, City 8 0 and City 9 0 for 3 days.';

/** The longest run of a unit of work. */
export const MAX_TURNS = 100;

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
