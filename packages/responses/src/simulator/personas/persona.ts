import type { JsonRecord } from '../../json/is-record.ts';

/** One thing that was said or done before, in order. */
export type Turn =
  | { role: 'user' | 'system' | 'developer' | 'assistant'; text: string }
  | { role: 'call'; callId: string; name: string; arguments: string }
  | { role: 'result'; callId: string; output: string };

/** What a persona can see when it has to answer. */
export type PersonaConversation = {
  model: string;
  instructions: string | undefined;
  turns: readonly Turn[];
  /** The schema that the answer must follow, when structured output is asked for. */
  schema: JsonRecord | undefined;
  toolChoice: { mode: 'auto' | 'none' | 'required' } | { mode: 'tool'; name: string };
  allowsParallelCalls: boolean;
  /** Milliseconds since 1970, from the simulator's clock. */
  now: number;
};

/** A tool that was offered with the request. */
export type PersonaTool = {
  type: string;
  name: string;
  description: string;
  parameters: JsonRecord;
};

/** A web page that a persona pretends to have found. */
export type PersonaSource = { url: string; title: string };

/** Something a persona says or does. */
export type PersonaOutput =
  | { type: 'reasoning'; summary: string }
  | { type: 'message'; text: string; phase?: 'commentary' | 'final_answer'; sources?: PersonaSource[] }
  | { type: 'refusal'; text: string }
  | { type: 'function_call'; name: string; arguments: JsonRecord | string }
  | { type: 'web_search'; query: string; sources: PersonaSource[] }
  | { type: 'code'; code: string; logs: string; files?: { name: string; content: string }[] };

/** Decides what the simulated model says; it must be a pure function to keep the simulation repeatable. */
export type Persona = (
  conversation: PersonaConversation,
  tools: readonly PersonaTool[],
) => PersonaOutput[] | Promise<PersonaOutput[]>;
