import {
  SekishoError,
  type HumanApprovalRequest,
  type Thread,
  type ThreadCall,
  type Threads,
} from '@sekisho/engine';
import { z } from 'zod';

/** A tool of `createSdkMcpServer`, as the function `tool` of the Claude Agent SDK returns it. */
export interface SdkTool {
  readonly name: string;
  readonly description: string;
  readonly handler: (args: never, extra: unknown) => Promise<object>;
}

/** What the hooks receive. The Claude Agent SDK adds further fields. */
const hookInputSchema = z.object({
  tool_name: z.string(),
  tool_input: z.unknown(),
  tool_use_id: z.string(),
  mcp_server: z.object({ name: z.string(), source: z.string() }).optional(),
  tool_response: z.unknown().optional(),
  error: z.string().optional(),
});

const extraSchema = z.object({ _meta: z.object({ 'claudecode/toolUseId': z.string() }) });

/** How long a hook may take, in seconds: it stores the decision, it does not wait for a person. */
const HOOK_TIMEOUT_SECONDS = 600;

type Permission = {
  readonly decision: 'allow' | 'deny' | 'defer';
  readonly reason?: string;
  readonly input?: unknown;
};

/** A conversation while one query uses it. */
export class ClaudeSession {
  readonly #thread: Thread;
  readonly #threads: Pick<Threads, 'describe'>;
  /** The tools whose bodies run through the engine, by name. */
  readonly #own = new Map<string, SdkTool>();
  /** The calls that Claude Code executes now, by id. */
  readonly #started = new Map<string, ThreadCall>();
  /** Claude Code loses a deferred call when another one of the same response is deferred. */
  #deferred: string | undefined;

  constructor(thread: Thread, threads: Pick<Threads, 'describe'>) {
    this.#thread = thread;
    this.#threads = threads;
  }

  /** The approval requests of this conversation that wait for a person. */
  get pendingApprovals(): readonly HumanApprovalRequest[] {
    return this.#thread.run.pendingApprovals;
  }

  /** The hooks for the options of `query`. A failure of a hook blocks the call. */
  get hooks() {
    return {
      PreToolUse: matcher(async (input) => {
        const { decision, reason, input: edited } = await this.#permit(hookInputSchema.parse(input));
        return {
          hookSpecificOutput: {
            hookEventName: 'PreToolUse' as const,
            permissionDecision: decision,
            ...(reason !== undefined && { permissionDecisionReason: reason }),
            ...(edited !== undefined && { updatedInput: z.record(z.string(), z.unknown()).parse(edited) }),
          },
        };
      }),
      PostToolUse: matcher((input) => this.#finish(input)),
      PostToolUseFailure: matcher((input) => this.#finish(input)),
    };
  }

  /**
   * Puts the gate into a tool of `createSdkMcpServer`. Its handler runs once, also in another process. Without `alwaysLoad: true`,
   * Claude Code connects to the server too late to continue a deferred call.
   */
  tool<Definition extends SdkTool>(definition: Definition): Definition {
    const { name, handler } = definition;
    this.#own.set(name, definition);
    const gated = async (args: never, extra: unknown): Promise<object> => {
      const callId = extraSchema.safeParse(extra).data?._meta['claudecode/toolUseId'];
      if (callId === undefined)
        throw new SekishoError(
          'AGENTS-E-COMPAT-UNSUPPORTED',
          `Claude Code did not send the id of a call of "${name}", so it was not executed. Update Claude Code.`,
        );
      const result = await this.#thread.perform({ callId, tool: this.#describe(name), args }, (edited) =>
        Reflect.apply(handler, definition, [edited ?? args, extra]),
      );
      if (result.kind === 'waiting') return textResult(waitingText(result.approval));
      if (result.kind === 'refused') return textResult(result.text);
      return typeof result.value === 'object' && result.value !== null
        ? result.value
        : { content: [{ type: 'text', text: String(result.value) }] };
    };
    return { ...definition, handler: gated };
  }

  /** Ends the use of the conversation by this query. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  async #permit(input: z.infer<typeof hookInputSchema>): Promise<Permission> {
    const { tool_use_id: callId, tool_input: args } = input;
    if (this.#deferred === callId) this.#deferred = undefined;
    const own = this.#ownName(input);
    const call = { callId, tool: this.#describe(own ?? input.tool_name), args };
    if (own !== undefined) {
      const [decided] = await this.#thread.decide([call]);
      if (decided?.stage === 'waiting') return this.#defer(callId, decided.approval);
      return decided?.stage === 'refused'
        ? { decision: 'deny', reason: decided.text }
        : { decision: 'allow' };
    }
    const started = await this.#thread.start(call);
    switch (started.kind) {
      case 'waiting':
        return this.#defer(callId, started.approval);
      case 'refused':
        return { decision: 'deny', reason: started.text };
      case 'result':
        return {
          decision: 'deny',
          reason: `This call was executed before. Its result: ${JSON.stringify(started.value)}`,
        };
      case 'started':
        this.#started.set(callId, call);
        return { decision: 'allow', ...(started.edited !== undefined && { input: started.edited }) };
    }
  }

  #defer(callId: string, approval: HumanApprovalRequest): Permission {
    this.#deferred ??= callId;
    return this.#deferred === callId
      ? { decision: 'defer', reason: approval.prompt }
      : {
          decision: 'deny',
          reason: `${waitingText(approval)} Request it again when the other call is decided.`,
        };
  }

  async #finish(input: unknown): Promise<object> {
    const { tool_use_id: id, tool_name, tool_response, error, ...rest } = hookInputSchema.parse(input);
    const call = this.#started.get(id);
    this.#started.delete(id);
    if (call)
      await this.#thread.finish(call, error === undefined ? { value: tool_response } : { failure: error });
    else if (this.#ownName({ ...rest, tool_name }) === undefined && tool_response !== undefined)
      this.#thread.recordContent(`claude:${tool_name}`, tool_response);
    return {};
  }

  /** Returns the name of a tool that this session gates itself, if the call is for one. */
  #ownName({
    tool_name,
    mcp_server,
  }: Pick<z.infer<typeof hookInputSchema>, 'tool_name' | 'mcp_server'>): string | undefined {
    const prefix = mcp_server?.source === 'sdk' ? `mcp__${mcp_server.name}__` : undefined;
    const name =
      prefix !== undefined && tool_name.startsWith(prefix) ? tool_name.slice(prefix.length) : undefined;
    return name !== undefined && this.#own.has(name) ? name : undefined;
  }

  #describe(name: string) {
    return this.#threads.describe({ name, description: this.#own.get(name)?.description });
  }
}

const matcher = (hook: (input: unknown) => Promise<object>) => [
  { hooks: [hook], onFailure: 'block' as const, timeout: HOOK_TIMEOUT_SECONDS },
];

const waitingText = ({ approval_id: id, prompt }: HumanApprovalRequest) =>
  `This call was not executed. It waits for the decision of a person (request ${id}). ${prompt}`;

const textResult = (text: string) => ({ content: [{ type: 'text', text }], isError: true });
