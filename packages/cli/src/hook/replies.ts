/** The coding agents whose hooks are supported. */
export const CLIENTS = ['claude', 'codex', 'gemini', 'opencode', 'cursor', 'copilot'] as const;
export type Client = (typeof CLIENTS)[number];

/** What a hook prints and its exit code. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** The decision about a hook event. `none`: the client's own permission rules apply. */
export type HookDecision =
  | { readonly kind: 'none' }
  | { readonly kind: 'allow'; readonly reason: string; readonly args?: unknown }
  | { readonly kind: 'deny'; readonly reason: string };

/** The events before a tool starts. Only these can stop it, and only their failures must. */
const BEFORE: ReadonlySet<string> = new Set(['', 'PreToolUse', 'BeforeTool', 'preToolUse']);

/** Returns whether an event must stop its tool when anything fails. An unknown event counts as one. */
export const isBefore = (event: string | undefined) => event === undefined || BEFORE.has(event);

/**
 * Returns the output of a decision in the form that the client obeys in every version that was tested: one JSON object alone on
 * standard output, and for a denial also the reason on standard error and exit code 2. An empty output is never a decision, so that a
 * launcher that ends early is recognized.
 */
export function outputOf(client: Client, event: string, decision: HookDecision): HookOutput {
  const stdout = JSON.stringify(formats[client](event, decision));
  return decision.kind === 'deny'
    ? { stdout, stderr: decision.reason, code: 2 }
    : { stdout, stderr: '', code: 0 };
}

type Format = (event: string, decision: HookDecision) => object;

const claude: Format = (event, decision) =>
  decision.kind === 'none'
    ? {}
    : {
        hookSpecificOutput: {
          hookEventName: event || 'PreToolUse',
          permissionDecision: decision.kind,
          permissionDecisionReason: decision.reason,
          ...(decision.kind === 'allow' && decision.args !== undefined && { updatedInput: decision.args }),
        },
      };

const formats: Readonly<Record<Client, Format>> = {
  claude,
  // Codex accepts "allow" only together with new arguments; an empty object means the same.
  codex: (event, decision) =>
    decision.kind === 'deny' || (decision.kind === 'allow' && decision.args !== undefined)
      ? claude(event, decision)
      : {},
  gemini: (_event, decision) =>
    decision.kind === 'none' ? {} : { decision: decision.kind, reason: decision.reason },
  // The plugin that `hook install` writes starts a tool only after an explicit "allow".
  opencode: (_event, decision) => (decision.kind === 'none' ? { decision: 'allow' } : rename(decision)),
  // Cursor treats a hook without an explicit permission as a failed one.
  cursor: (event, decision) => {
    if (!isBefore(event)) return event === 'beforeSubmitPrompt' ? { continue: true } : {};
    return decision.kind === 'deny'
      ? { permission: 'deny', user_message: decision.reason, agent_message: decision.reason }
      : { permission: 'allow' };
  },
  copilot: (_event, decision) =>
    decision.kind === 'none'
      ? {}
      : { permissionDecision: decision.kind, permissionDecisionReason: decision.reason },
};

const rename = ({ kind, ...rest }: HookDecision) => ({ decision: kind, ...rest });
