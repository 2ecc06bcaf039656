import {
  asSchema,
  type ModelMessage,
  type ToolApprovalResponse,
  type ToolApprovalStatus,
  type ToolSet,
} from 'ai';
import {
  SekishoError,
  type Approver,
  type HumanApprovalRequest,
  type Thread,
  type ThreadCall,
  type Threads,
  type ToolDescription,
} from '@sekisho/engine';
import { openRequests, type MessageToolCall, type OpenRequest } from './open-requests.ts';
import { recordMessages } from './record-messages.ts';
import { gateExecute } from './gate-execute.ts';

type Tool = ToolSet[string];

/** What `toolApproval` receives about a call. */
export interface GatedCall {
  readonly toolCall: MessageToolCall;
  readonly messages: readonly ModelMessage[];
  readonly tools?: ToolSet | undefined;
  readonly toolsContext?: unknown;
}

/** The settings of a thread. */
interface AiThreadOptions {
  readonly threads: Pick<Threads, 'describe'>;
  readonly approver: Approver | undefined;
  readonly providerTools: readonly string[];
}

/** The options of generateText, streamText or an agent that pass the gate. */
interface Gated<Tools> {
  readonly tools: Tools;
  readonly messages: ModelMessage[];
  readonly toolApproval: (call: GatedCall) => Promise<ToolApprovalStatus>;
}

/** A conversation while one request uses it. */
export class AiThread {
  readonly #thread: Thread;
  readonly #options: AiThreadOptions;
  readonly #descriptions = new Map<string, ToolDescription>();
  readonly #recorded = new WeakSet<ModelMessage>();

  constructor(thread: Thread, options: AiThreadOptions) {
    this.#thread = thread;
    this.#options = options;
  }

  /** The approval requests of this conversation that wait for a person. */
  get pendingApprovals(): readonly HumanApprovalRequest[] {
    return this.#thread.run.pendingApprovals;
  }

  /**
   * Returns the tools with a gate around each, and the messages with the decisions that were made since. Throws
   * AGENTS-E-APPROVAL-INVALID if a message claims an approval that the store does not contain.
   */
  gate<Tools extends ToolSet>(request: {
    tools: Tools;
    messages: readonly ModelMessage[];
  }): Promise<Gated<Tools>>;
  async gate({
    tools,
    messages,
  }: {
    tools: ToolSet;
    messages: readonly ModelMessage[];
  }): Promise<Gated<ToolSet>> {
    const gated: ToolSet = {};
    for (const [name, tool] of Object.entries(tools)) gated[name] = await this.#gateTool(name, tool);
    this.#record(messages);
    return {
      tools: gated,
      messages: await this.#withDecisions(tools, messages),
      toolApproval: async ({ toolCall, messages: read, tools: offered, toolsContext }) => {
        this.#record(read);
        const { toolName } = toolCall;
        const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
        // Another object with this name would be executed without the gate.
        if (!tool || (offered && offered[toolName] !== gated[toolName]))
          return {
            type: 'denied',
            reason: `The tool ${toolName} did not pass the gate. It was not executed.`,
          };
        const context: unknown = new Map(Object.entries(Object(toolsContext))).get(toolName);
        const needsApproval = await asksFor(tool, toolCall, { messages: [...read], context });
        const call = this.#callOf(toolCall, needsApproval);
        const [decided] = await this.#thread.decide([call]);
        if (decided?.stage === 'refused') return { type: 'denied', reason: decided.text };
        if (decided?.stage !== 'waiting') return 'not-applicable';
        const isClaimed = openRequests(read).some(
          ({ call: { toolCallId }, response }) => response && toolCallId === toolCall.toolCallId,
        );
        if (isClaimed) throw notDecided(decided.approval);
        return { type: 'user-approval', reason: decided.approval.prompt };
      },
    };
  }

  /** Ends the use of the conversation by this request. Call it after the last part of a stream. */
  close(): Promise<void> {
    return this.#thread.close();
  }

  async #gateTool(name: string, tool: Tool): Promise<Tool> {
    if (tool.type === 'provider' && tool.isProviderExecuted) {
      if (this.#options.providerTools.includes(tool.id)) return tool;
      throw new SekishoError(
        'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
        `The tool "${name}" (${tool.id}) is executed by the provider, where no gate can stop it. List it in providerTools to allow it.`,
      );
    }
    const { description } = tool;
    const described = this.#options.threads.describe({
      name,
      description: typeof description === 'string' ? description : undefined,
      parameters: await asSchema(tool.inputSchema).jsonSchema,
    });
    this.#descriptions.set(name, described);
    const { execute } = tool;
    if (!execute) return tool;
    return {
      ...tool,
      execute: gateExecute(execute, tool.inputSchema, async (input, options, body) => {
        this.#record(options.messages);
        const toolCall = { toolCallId: options.toolCallId, toolName: name, input };
        const needsApproval = await asksFor(tool, toolCall, options);
        const result = await this.#thread.perform(this.#callOf(toolCall, needsApproval), body);
        if (result.kind === 'waiting') throw notDecided(result.approval);
        if (result.kind === 'refused') throw new Error(result.text);
        return result.value;
      }),
    };
  }

  /** Returns the messages with a response for each request that was decided, in the store or by the approver. */
  async #withDecisions(tools: ToolSet, messages: readonly ModelMessage[]): Promise<ModelMessage[]> {
    const responses: ToolApprovalResponse[] = [];
    for (const request of openRequests(messages)) {
      const { toolName, providerExecuted } = request.call;
      if (!Object.hasOwn(tools, toolName) || !tools[toolName] || providerExecuted === true) continue;
      const response = await this.#respond(request);
      if (response) responses.push(response);
    }
    return withResponses(messages, responses);
  }

  /** Returns the decision about a request. Undefined if there is none yet, or if the messages contain it already. */
  async #respond({
    call: toolCall,
    approvalId,
    response,
  }: OpenRequest): Promise<ToolApprovalResponse | undefined> {
    // A person was asked, so the call needs the decision, also if only the tool required it.
    const call = this.#callOf(toolCall, true);
    const { approver } = this.#options;
    if (response && approver) await this.#thread.decideAs(call, approver, response.approved);
    const [decided] = await this.#thread.decide([call]);
    if (decided?.stage === 'waiting' && response?.approved) throw notDecided(decided.approval);
    if (response || decided?.stage === 'waiting') return undefined;
    const base = { type: 'tool-approval-response', approvalId } as const;
    return decided?.stage === 'refused'
      ? { ...base, approved: false, reason: decided.text }
      : { ...base, approved: true };
  }

  #callOf({ toolCallId, toolName, input }: MessageToolCall, needsApproval: boolean): ThreadCall {
    const tool = this.#descriptions.get(toolName);
    if (tool) return { callId: toolCallId, tool, args: input, needsApproval };
    throw new SekishoError(
      'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
      `The tool "${toolName}" is not among the tools of gate(), so its call was not executed. Pass the tools that gate() returns to the AI SDK.`,
    );
  }

  #record(messages: readonly ModelMessage[]): void {
    const unread = messages.filter((message) => !this.#recorded.has(message));
    for (const message of unread) this.#recorded.add(message);
    recordMessages(this.#thread, unread);
  }
}

/** Returns the messages with the responses in the last message, because the AI SDK reads them only there. */
function withResponses(messages: readonly ModelMessage[], responses: ToolApprovalResponse[]): ModelMessage[] {
  const last = messages.at(-1);
  if (responses.length === 0 || last?.role === 'user') return [...messages];
  return last?.role === 'tool'
    ? [...messages.slice(0, -1), { ...last, content: [...last.content, ...responses] }]
    : [...messages, { role: 'tool', content: responses }];
}

/** Evaluates the approval policy of the tool itself. */
async function asksFor(
  { needsApproval = false }: Tool,
  { toolCallId, input }: MessageToolCall,
  { messages, context }: { readonly messages: ModelMessage[]; readonly context?: unknown },
): Promise<boolean> {
  return typeof needsApproval === 'function'
    ? needsApproval(input, { toolCallId, messages, context })
    : needsApproval;
}

const notDecided = ({ approval_id: id, prompt }: HumanApprovalRequest) =>
  new SekishoError(
    'AGENTS-E-APPROVAL-INVALID',
    `The call was not executed: the approval request ${id} is not decided. Decide it, then send the same messages again. ${prompt}`,
  );
