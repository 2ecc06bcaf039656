import { jsonFaults } from '@sekisho/engine/integration';
import { z } from 'zod';
import type { Client } from './replies.ts';

/** An event of a coding agent, in the terms of the engine. */
export type HookEvent = { readonly session: string; readonly name: string; readonly cwd: string } & (
  | { readonly kind: 'prompt'; readonly text: string }
  | CallEvent
  | (Omit<CallEvent, 'kind'> & {
      readonly kind: 'after';
      readonly outcome: { value: unknown } | { failure: string };
    })
  | { readonly kind: 'stop' | 'other' }
);

/** A tool call of an agent. Some clients give no id to a call. */
interface CallEvent {
  readonly kind: 'before';
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly callId: string | undefined;
}

const text = z.string().optional();
const inputSchema = z.looseObject({
  hook_event_name: z.string().default(''),
  cwd: text,
  workspace_roots: z.array(z.string()).optional(),
  prompt: text,
  source: text,
  tool_use_id: text,
});

/** The fields of one meaning in the order in which they are looked for. The clients name them differently. */
const SESSION = ['session_id', 'conversation_id', 'sessionId'];
const TOOL = ['tool_name', 'toolName'];
const ARGUMENTS = ['tool_input', 'toolArgs'];
const RESULT = ['tool_response', 'tool_output', 'toolResult'];
const FAILURE = ['error', 'error_message'];

const KINDS: Readonly<Record<string, HookEvent['kind']>> = {
  UserPromptSubmit: 'prompt',
  BeforeAgent: 'prompt',
  beforeSubmitPrompt: 'prompt',
  userPromptSubmitted: 'prompt',
  PreToolUse: 'before',
  BeforeTool: 'before',
  preToolUse: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  AfterTool: 'after',
  postToolUse: 'after',
  postToolUseFailure: 'after',
  Stop: 'stop',
  AfterAgent: 'stop',
  SessionEnd: 'stop',
  stop: 'stop',
  agentStop: 'stop',
};

/** Prompts that a program wrote. They must not count as text of the user. */
const MACHINE_TEXT = /^(?:Continue from where you left off\.$|<task-notification>|<system-reminder>)/;

/** Parses the event of a client. Throws for a call without a tool or a session. */
export function parseEvent(client: Client, input: unknown): HookEvent {
  const data = inputSchema.parse(input);
  const { hook_event_name: name, cwd = data.workspace_roots?.[0] ?? '' } = data;
  // Without the name, it is unknown which form of a reply stops the tool.
  if (name === '') throw new Error(`The message of ${client} names no event.`);
  const session = first(data, SESSION);
  if (typeof session !== 'string') throw new Error(`The event of ${client} names no session.`);
  const base = { session, name, cwd };
  const kind = (Object.hasOwn(KINDS, name) ? KINDS[name] : undefined) ?? 'other';
  switch (kind) {
    case 'prompt': {
      const prompt = userTextOf(data);
      return prompt === '' ? { ...base, kind: 'other' } : { ...base, kind, text: prompt };
    }
    case 'before':
      return { ...base, ...parseCall(client, data), kind };
    case 'after':
      return { ...base, ...parseCall(client, data), kind, outcome: parseOutcome(data) };
    case 'stop':
    case 'other':
      return { ...base, kind };
  }
}

/** Throws if the arguments of a call are others when they are read: clients in other languages read numbers and keys differently. */
export function requireExact(body: string): void {
  const fault = jsonFaults(body).find(
    ({ kind, path }) => kind === 'duplicate_key' || ARGUMENTS.some((name) => path.startsWith(`${name}.`)),
  );
  if (fault === undefined) return;
  const what = fault.kind === 'number' ? 'a number that changes when it is read' : 'a key that occurs twice';
  throw new Error(
    `The arguments contain ${what} (${fault.path}), so the call cannot be checked. Pass it as text.`,
  );
}

type Input = z.infer<typeof inputSchema>;

const first = (data: Input, names: readonly string[]) =>
  names.map((name) => data[name]).find((value) => value !== undefined && value !== null);

/** Returns what a person wrote. Empty if a program wrote the prompt. */
function userTextOf({ source = 'user', prompt = '' }: Input): string {
  const isPerson = source === 'user' || source === 'sdk';
  return isPerson && !MACHINE_TEXT.test(prompt) ? prompt : '';
}

function parseCall(client: Client, data: Input): Omit<CallEvent, 'kind'> {
  const tool = first(data, TOOL);
  if (typeof tool !== 'string' || tool === '') throw new Error(`The event of ${client} names no tool.`);
  const given = first(data, ARGUMENTS) ?? {};
  if (typeof given === 'string') requireExact(`{${JSON.stringify(ARGUMENTS[0])}:${given}}`);
  const args = argsSchema.parse(typeof given === 'string' ? JSON.parse(given) : given);
  return { tool, args, callId: data.tool_use_id };
}

function parseOutcome(data: Input): { value: unknown } | { failure: string } {
  if (!data.hook_event_name.endsWith('Failure')) return { value: first(data, RESULT) ?? null };
  const failure = first(data, FAILURE);
  return { failure: typeof failure === 'string' ? failure : 'The tool failed.' };
}

const argsSchema = z.record(z.string(), z.unknown());
