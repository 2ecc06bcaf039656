import { isRecord } from '../../api/is-record.ts';
import { readList } from '../../api/read-list.ts';
import { ARGUMENT_ROLES, EFFECTS } from '../../policies/gate/use-terms.ts';

/** A tool of a trial. Without an effect, the gate infers effect and roles. */
export interface DraftTool {
  readonly name: string;
  readonly effect: (typeof EFFECTS)[number] | null;
  readonly trusted: boolean;
  readonly arguments: readonly DraftArgument[];
}

/** An argument of a tool. */
interface DraftArgument {
  readonly name: string;
  readonly role: (typeof ARGUMENT_ROLES)[number] | null;
}

/** A call of a trial. The values of arguments are texts; those that are JSON are sent as JSON. */
export interface DraftCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
  readonly result: string;
  readonly injected: string;
  readonly if_asked: 'approve' | 'deny';
}

/** A task with tools and calls, as a person edits it. An empty profile is the active one. */
export interface TrialDraft {
  readonly task: string;
  readonly profile: '' | (typeof PROFILES)[number];
  readonly tools: readonly DraftTool[];
  readonly calls: readonly DraftCall[];
  /** The run that it was copied from. */
  readonly from?: string | undefined;
}

/** The profiles of a trial. */
export const PROFILES = ['strict', 'balanced', 'fast'] as const;

/** The storage of drafts, as `sessionStorage`: a copy of a run must not stay in the browser. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'sekisho.trial';

/** Stores a draft, so that a reload does not lose it. */
export function saveTrial(storage: DraftStorage, draft: TrialDraft): void {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Private windows and full disks reject the write; the draft is still displayed.
  }
}

/** Returns the stored draft, if there is a valid one. */
export function readTrial(storage: DraftStorage): TrialDraft | undefined {
  try {
    return readDraft(JSON.parse(storage.getItem(KEY) ?? ''));
  } catch {
    return undefined;
  }
}

/** Converts a draft for the server. */
export function toTrial({ task, profile, tools, calls }: TrialDraft) {
  return {
    task,
    ...(profile === '' ? {} : { profile }),
    tools: tools.map((tool) => ({ ...tool, arguments: [...tool.arguments] })),
    calls: calls.map((call) => ({
      ...call,
      arguments: Object.fromEntries(
        Object.entries(call.arguments)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => [name, parseValue(value)]),
      ),
    })),
  };
}

/** Converts an example of the server to a draft. */
export function toDraft(example: {
  readonly tools: readonly DraftTool[];
  readonly calls: readonly (Omit<DraftCall, 'arguments'> & {
    readonly arguments: Readonly<Record<string, unknown>>;
  })[];
  readonly task: string;
}): TrialDraft {
  const { task, tools, calls } = example;
  return {
    task,
    profile: '',
    tools,
    calls: calls.map((call) => ({
      ...call,
      arguments: Object.fromEntries(
        Object.entries(call.arguments).map(([name, value]) => [name, textOf(value)]),
      ),
    })),
  };
}

/** Returns an empty call of a tool. */
export const emptyCall = (tool: string): DraftCall => ({
  tool,
  arguments: {},
  result: '',
  injected: '',
  if_asked: 'deny',
});

/** A text that would be read as another value is written in quotes. */
const textOf = (value: unknown) =>
  typeof value === 'string' && parseValue(value) === value ? value : JSON.stringify(value);

/** Numbers, lists, objects and texts in quotes are JSON; everything else is text. */
function parseValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value === null ? text : value;
  } catch {
    return text;
  }
}

function readDraft(value: unknown): TrialDraft | undefined {
  if (!isRecord(value) || typeof value['task'] !== 'string') return undefined;
  const tools = readList(value['tools'], readTool);
  const calls = readList(value['calls'], readCall);
  const profile = PROFILES.find((name) => name === value['profile']) ?? '';
  const from = typeof value['from'] === 'string' ? value['from'] : undefined;
  return tools && calls && { task: value['task'], profile, tools, calls, from };
}

function readTool(value: unknown): DraftTool | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  const given = readList(value['arguments'], readArgument);
  const effect = EFFECTS.find((name) => name === value['effect']) ?? null;
  return given && { name: value['name'], effect, trusted: value['trusted'] === true, arguments: given };
}

function readArgument(value: unknown): DraftArgument | undefined {
  if (!isRecord(value) || typeof value['name'] !== 'string') return undefined;
  return { name: value['name'], role: ARGUMENT_ROLES.find((role) => role === value['role']) ?? null };
}

function readCall(value: unknown): DraftCall | undefined {
  if (!isRecord(value)) return undefined;
  const { tool, result, injected } = value;
  if (typeof tool !== 'string' || typeof result !== 'string' || typeof injected !== 'string')
    return undefined;
  const given = Object.entries(isRecord(value['arguments']) ? value['arguments'] : {});
  return {
    tool,
    arguments: Object.fromEntries(given.map(([name, text]) => [name, String(text)])),
    result,
    injected,
    if_asked: value['if_asked'] === 'approve' ? 'approve' : 'deny',
  };
}
