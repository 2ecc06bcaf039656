/** The coding agents whose hooks are supported. */
export const CLIENTS = ['claude', 'codex', 'gemini'] as const;
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
const BEFORE: ReadonlySet<string> = new Set(['', 'PreToolUse', 'BeforeTool']);

/** Returns whether an event must stop its tool when anything fails. An unknown event counts as one. */
export const isBefore = (event: string | undefined) => event === undefined || BEFORE.has(event);

/**
 * Returns the output of a decision in the form that the client obeys in every version that was tested: for a denial one JSON object
 * alone on standard output, the reason on standard error, and exit code 2.
 */
export function outputOf(client: Client, event: string, decision: HookDecision): HookOutput {
  if (decision.kind === 'none') return { stdout: client === 'gemini' ? '{}' : '', stderr: '', code: 0 };
  const { kind, reason } = decision;
  const stdout = JSON.stringify(
    formats[client](event, kind, reason, kind === 'allow' ? decision.args : undefined),
  );
  return kind === 'deny' ? { stdout, stderr: reason, code: 2 } : { stdout, stderr: '', code: 0 };
}

type Format = (event: string, decision: 'allow' | 'deny', reason: string, args: unknown) => object;

const claude: Format = (hookEventName, permissionDecision, permissionDecisionReason, updatedInput) => ({
  hookSpecificOutput: {
    hookEventName: hookEventName || 'PreToolUse',
    permissionDecision,
    permissionDecisionReason,
    ...(updatedInput !== undefined && { updatedInput }),
  },
});

const formats: Readonly<Record<Client, Format>> = {
  claude,
  // Codex accepts "allow" only together with new arguments; no output means the same.
  codex: (event, decision, reason, args) =>
    decision === 'deny' || args !== undefined ? claude(event, decision, reason, args) : {},
  gemini: (_event, decision, reason) => ({ decision, reason }),
};
