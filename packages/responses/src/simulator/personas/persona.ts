import type { JsonRecord } from '../../json/is-record.ts';

/** One earlier message, call or result, in order. */
export type Turn =
  | { role: 'user' | 'system' | 'developer' | 'assistant'; text: string }
  | { role: 'call'; callId: string; name: string; arguments: string }
  | { role: 'result'; callId: string; output: string };

/** The input of a persona. */
export type PersonaConversation = {
  model: string;
  instructions: string | undefined;
  turns: readonly Turn[];
  /** The schema of the structured output, if requested. */
  schema: JsonRecord | undefined;
  toolChoice: { mode: 'auto' | 'none' | 'required' } | { mode: 'tool'; name: string };
  allowsParallelCalls: boolean;
  /** Milliseconds since 1970, from the simulator's clock. */
  now: number;
};

/** A tool of the request. */
export type PersonaTool = {
  type: string;
  name: string;
  description: string;
  parameters: JsonRecord;
};

/** A simulated web page in the results of a search. */
export type PersonaSource = { url: string; title: string };

/** One output of a persona. */
export type PersonaOutput =
  | { type: 'reasoning'; summary: string }
  | { type: 'message'; text: string; phase?: 'commentary' | 'final_answer'; sources?: PersonaSource[] }
  | { type: 'refusal'; text: string }
  | { type: 'function_call'; name: string; arguments: JsonRecord | string }
  | { type: 'web_search'; query: string; sources: PersonaSource[] }
  | { type: 'code'; code: string; logs: string; files?: { name: string; content: string }[] };

/** Generates the output of the simulated model. It must be a pure function so that the simulation is repeatable. */
export type Persona = (
  conversation: PersonaConversation,
  tools: readonly PersonaTool[],
) => PersonaOutput[] | Promise<PersonaOutput[]>;
