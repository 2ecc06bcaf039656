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
  session_id: text,
  cwd: z.string().default(''),
  prompt: text,
  source: text,
  tool_name: text,
  tool_input: z.unknown().optional(),
  tool_use_id: text,
  tool_response: z.unknown().optional(),
  error: text,
});

const KINDS: Readonly<Record<string, HookEvent['kind']>> = {
  UserPromptSubmit: 'prompt',
  BeforeAgent: 'prompt',
  PreToolUse: 'before',
  BeforeTool: 'before',
  PostToolUse: 'after',
  PostToolUseFailure: 'after',
  AfterTool: 'after',
  Stop: 'stop',
  AfterAgent: 'stop',
  SessionEnd: 'stop',
};

/** Prompts that a program wrote. They must not count as text of the user. */
const MACHINE_TEXT = /^(?:Continue from where you left off\.$|<task-notification>|<system-reminder>)/;

/** Parses the event of a client. Throws for a call without a tool or a session. */
export function parseEvent(client: Client, input: unknown): HookEvent {
  const data = inputSchema.parse(input);
  const { hook_event_name: name, cwd } = data;
  const session = data.session_id;
  if (session === undefined) throw new Error(`The event of ${client} names no session.`);
  const base = { session, name, cwd };
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : 'other';
  if (kind === 'prompt') {
    const isPerson = data.source === undefined || data.source === 'user' || data.source === 'sdk';
    const prompt = data.prompt ?? '';
    return isPerson && prompt !== '' && !MACHINE_TEXT.test(prompt)
      ? { ...base, kind, text: prompt }
      : { ...base, kind: 'other' };
  }
  if (kind !== 'before' && kind !== 'after') return { ...base, kind: kind ?? 'other' };
  const tool = data.tool_name;
  if (!tool) throw new Error(`The event of ${client} names no tool.`);
  const args = argsSchema.parse(data.tool_input ?? {});
  const call = { ...base, tool, args, callId: data.tool_use_id };
  if (kind === 'before') return { ...call, kind };
  const failure = name === 'PostToolUseFailure' ? (data.error ?? 'The tool failed.') : undefined;
  const value = data.tool_response ?? null;
  return { ...call, kind, outcome: failure === undefined ? { value } : { failure } };
}

const argsSchema = z.record(z.string(), z.unknown());
