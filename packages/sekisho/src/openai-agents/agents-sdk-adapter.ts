import type { Run, ToolCall, ToolDescription } from '@sekisho/engine';
import { canonicalJson, digestOfText, isTrustedSource, SekishoError } from '@sekisho/engine/integration';
import type { EngineContext, HostApproval, HostDecision, Step } from '@sekisho/engine/integration';
import { describeTool, resolveCall } from './describe-tool.ts';
import { feedHistory, hostedResults, type HistoryDepth } from './read-items.ts';
import type {
  GatedCall,
  Mediator,
  RefusalDetails,
  ResolvedCall,
  RunScope,
  UpstreamCall,
} from './run-scope.ts';
import { Agent, Usage, type AnyAgent, type ModelRequest, type ModelResponse } from './upstream.ts';

/** The host program as the approver, with the interface of upstream that it used. */
export const hostProgram = (assurance: 'state.approve' | 'onApproval') =>
  ({ id: 'host-program', kind: 'host', assurance }) as const;

/** Connects the patches over the Agents SDK to one run of the engine. */
export class AgentsSdkAdapter implements Mediator {
  readonly isExecuting = true;
  readonly run: Run;
  readonly #context: Pick<EngineContext, 'withManifest' | 'planner'>;
  /** The input of the first request, until a call has to be judged with it. Most runs without calls never need it. */
  #input: ModelRequest['input'] | undefined;
  #isInputKnown = false;
  #opening: ModelResponse | undefined;
  /** Called at the end of a streamed run. Set by the caller that started it. */
  onStreamEnd: Mediator['streamEnded'] | undefined;

  constructor(run: Run, context: Pick<EngineContext, 'withManifest' | 'planner'>) {
    this.run = run;
    this.#context = context;
  }

  /** Uses these calls as the first response of the model, so that they pass the gate like any other call. */
  beginWith(response: ModelResponse): void {
    this.#opening = response;
  }

  stageOf(key: string): ToolCall | undefined {
    return this.run.call(key);
  }

  authorizeTools(agent: AnyAgent, tools: readonly ToolDescription[]): Promise<void> {
    return this.run.describeTools(agent, tools);
  }

  async beforeModelCall(scope: RunScope, request: ModelRequest): Promise<ModelResponse | undefined> {
    scope.modelCalls += 1;
    if (scope.isOutermost && !this.#isInputKnown) this.#input ??= request.input;
    if (scope.isOutermost && this.#context.planner) this.#feedInput();
    await this.run.flush(Array.from(scope.calls.values(), ({ key }) => key));
    const opening = this.#opening;
    this.#opening = undefined;
    return opening ?? (this.run.hasSavedSteps ? this.#savedResponse(scope, request) : undefined);
  }

  commitTurn(
    scope: RunScope,
    request: ModelRequest,
    response: ModelResponse,
    calls: readonly UpstreamCall[],
  ): Promise<void> {
    const step: Step = {
      name: stepName(scope),
      get fingerprint() {
        return fingerprint(request);
      },
      get value() {
        return JSON.stringify(response);
      },
    };
    for (const { source, content } of hostedResults(response.output))
      this.run.recordContent(source, content, { isStored: true });
    scope.calls = new Map();
    return this.#decide(scope, resolve(scope, calls), { step });
  }

  async commitFoundTools(scope: RunScope): Promise<void> {
    const calls = resolve(scope, scope.unresolved);
    if (calls.length > 0) await this.#decide(scope, calls, {});
  }

  async planResumed(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    items: readonly unknown[],
  ): Promise<void> {
    const { isOutermost } = scope;
    this.#feed(items, isOutermost ? 'outermost' : 'nested');
    // The state contains the earlier conversation.
    if (isOutermost) this.#isInputKnown = true;
    if (calls.length > 0) await this.#decide(scope, calls, { resumed: true });
  }

  applyHostDecision({ key }: GatedCall, decision: HostDecision): Promise<void> {
    return this.run.applyHostDecision(key, decision);
  }

  mayHostApprove({ key }: GatedCall): boolean {
    return this.run.mayHostApprove(key);
  }

  requestHostApproval({ key }: GatedCall, approver: () => Promise<HostApproval>): Promise<HostApproval> {
    return this.run.requestHostApproval(key, hostProgram('onApproval'), approver);
  }

  execute({ key }: GatedCall, body: (edited?: string) => Promise<unknown>): Promise<unknown> {
    return this.run.executeOnce(key, body);
  }

  recordResult({ key }: GatedCall, output: unknown): void {
    this.run.finished(key, { value: output });
  }

  streamEnded(stream: object, failure?: { error: unknown }): Promise<{ error: unknown } | undefined> {
    return this.onStreamEnd?.(stream, failure) ?? Promise.resolve(failure);
  }

  refuse(call: UpstreamCall, why: string, details: RefusalDetails = {}): SekishoError {
    return this.run.refuse(call, why, details);
  }

  /** Decides calls and adds them to the current turn of the scope. */
  async #decide(
    scope: RunScope,
    calls: readonly ResolvedCall[],
    how: { readonly step?: Step; readonly resumed?: boolean },
  ): Promise<void> {
    if (calls.length > 0) this.#feedInput();
    const requested = calls.map((call) => ({
      key: this.#keyOf(scope, call),
      callId: call.callId,
      wireName: call.wireName,
      rawArguments: call.rawArguments,
      tool: this.#context.withManifest(call.tool),
      hostPolicy: call.hostPolicy,
      executor: ELSEWHERE.has(call.type) ? ('elsewhere' as const) : undefined,
    }));
    const agent = calls.length > 0 ? agentOf(scope) : (scope.agent ?? UNLISTED);
    const visible = this.onStreamEnd !== undefined;
    const decided = await this.run.decideTurn({ agent, calls: requested, visible, ...how });
    const gated = new Map(scope.calls);
    for (const [index, call] of calls.entries()) {
      const known = decided[index];
      if (known) gated.set(call.callId, { ...call, key: known.key, tool: known.tool });
    }
    scope.calls = gated;
  }

  /**
   * Returns the name of a call within its run: the loop, the segment, the turn and the model's id. Call ids alone are not
   * unique, because some models restart their numbering in every turn.
   */
  #keyOf({ path, modelCalls }: RunScope, { callId }: UpstreamCall): string {
    return `${path}#${this.run.settings.segment}.${modelCalls}:${callId}`;
  }

  #feedInput(): void {
    if (this.#isInputKnown || this.#input === undefined) return;
    this.#isInputKnown = true;
    this.#feed(this.#input, 'outermost');
    this.#input = undefined;
  }

  #feed(items: string | readonly unknown[], depth: HistoryDepth): void {
    feedHistory(this.run, items, depth, (toolName, agent) => this.#isTrusted(toolName, agent));
  }

  #isTrusted(toolName: string, agent: unknown): boolean {
    if (!(agent instanceof Agent)) return false;
    return agent.tools.some((tool) => {
      const description = describeTool(tool);
      return description?.name === toolName && isTrustedSource(this.#context.withManifest(description));
    });
  }

  #savedResponse(scope: RunScope, request: ModelRequest): ModelResponse | undefined {
    const text = this.run.savedStep(stepName(scope), fingerprint(request));
    if (text === undefined) return undefined;
    const response: ModelResponse = JSON.parse(text);
    const usage: object = response.usage;
    return { ...response, usage: new Usage({ ...usage }) };
  }
}

/** Calls that the provider executes, or upstream without our executor. */
const ELSEWHERE: ReadonlySet<UpstreamCall['type']> = new Set(['hosted_mcp_call', 'computer_call']);

const UNLISTED = { name: '' };

const stepName = (scope: RunScope) => `${scope.path}:m${scope.modelCalls}`;

/** Returns the fingerprint of a request. Instructions are excluded, because many contain the time of day. */
function fingerprint({ input, tools, previousResponseId }: ModelRequest): string {
  const last = typeof input === 'string' ? input : canonicalJson(input.at(-1) ?? null);
  const size = typeof input === 'string' ? 1 : input.length;
  return digestOfText(
    `${size}\n${last}\n${previousResponseId ?? ''}\n${tools.map(({ name }) => name).join()}`,
  );
}

/** Returns the calls with their tools. Calls of tools that the model did not receive stay in the scope as unresolved. */
function resolve(scope: RunScope, calls: readonly UpstreamCall[]): ResolvedCall[] {
  const unresolved: UpstreamCall[] = [];
  const resolved: ResolvedCall[] = [];
  for (const call of calls) {
    const { type, serverLabel = '', wireName } = call;
    const listed =
      type === 'hosted_mcp_call'
        ? scope.tools.get(`hosted_mcp:${serverLabel}`)
        : (scope.handoffs.get(wireName) ?? scope.tools.get(wireName));
    if (listed) resolved.push(resolveCall(call, listed));
    else unresolved.push(call);
  }
  scope.unresolved = unresolved;
  return resolved;
}

function agentOf(scope: RunScope) {
  if (scope.agent) return scope.agent;
  throw new SekishoError(
    'AGENTS-E-AGENT-CAPABILITY-RESOLVE',
    'A tool was called before its agent listed its tools, so the capabilities of the agent are unknown.',
  );
}
