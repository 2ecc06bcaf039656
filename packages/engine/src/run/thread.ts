import { digestOf, digestOfText } from '../checks/digest.ts';
import { argumentsText, type ArgumentsText } from '../checks/json-arguments.ts';
import type { TurnAgent } from '../turn/run-user.ts';
import type { ToolCall } from '../turn/tool-call.ts';
import type { Approver, HumanApprovalRequest } from '../wire/human-approval-request.ts';
import type { ToolDescription } from '../wire/tool-call-request.ts';
import type { Run } from './run.ts';

/** A call as a framework presents it. It may present the same call again, in any process. */
export interface ThreadCall {
  readonly callId: string;
  readonly tool: ToolDescription;
  readonly args: unknown;
  /** Whether the tool itself requires an approval of each call. */
  readonly needsApproval?: boolean | undefined;
  /** Whether the host executes the body itself (`start`, `finish`) instead of `perform`. */
  readonly isElsewhere?: boolean | undefined;
}

/** The end of a call whose body the host executed. */
export type ThreadOutcome = { readonly value: unknown } | { readonly failure: string };

/** The result of a call, or why its body did not run. */
export type ThreadResult =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'waiting'; readonly approval: HumanApprovalRequest };

const MAX_SEEN = 2_000;
const HAS_STARTED = 'This call has started before, and its result is not known. It was not executed again.';

/** A conversation while a request of the framework uses it. */
export class Thread {
  readonly id: string;
  readonly run: Run;
  readonly #agent: TurnAgent;
  readonly #seen: Set<string>;
  readonly #leave: () => Promise<void>;
  #closed: Promise<void> | undefined;

  constructor(id: string, run: Run, agent: TurnAgent, seen: Set<string>, leave: () => Promise<void>) {
    this.id = id;
    this.run = run;
    this.#agent = agent;
    this.#seen = seen;
    this.#leave = leave;
  }

  /** Adds what the user wrote. A repeated request adds it once. Text of a model or a tool must never be passed. */
  addUserText(text: string): void {
    if (this.run.userTexts.at(-1) !== text) this.run.addUserText(text);
  }

  /** Adds content that the model reads and that is no result of a call of this thread. Equal content is added once. */
  recordContent(source: string, content: unknown): void {
    if (this.#remember([source, content])) this.run.recordContent(source, content);
  }

  /** Returns whether this thread executed a call with this id, so that its history contains the result. */
  hasResult(callId: string): boolean {
    return this.#seen.has(markOf(['call', callId]));
  }

  /** Authorizes the tools that the model receives. */
  describeTools(tools: readonly ToolDescription[]): Promise<void> {
    return this.run.describeTools(this.#agent, tools);
  }

  /** Decides the calls of a turn. A call that was decided before keeps its decision; one that waits is decided again. */
  decide(calls: readonly ThreadCall[]): Promise<ToolCall[]> {
    return this.run.decideTurn({
      agent: this.#agent,
      calls: calls.map((call) => {
        const args = argumentsText(call.args);
        return {
          key: keyOf(call, args),
          callId: call.callId,
          tool: call.tool,
          rawArguments: args.text,
          fault: args.fault,
          hostPolicy: call.needsApproval === true ? 'always' : 'never',
          executor: call.isElsewhere === true ? 'elsewhere' : 'engine',
        };
      }),
      execution: 'later',
      visible: true,
    });
  }

  /**
   * Executes a call once and stores its result. `body` receives the arguments of the approver, if they replaced those of the
   * model. A call that was executed before returns the stored result.
   */
  async perform(call: ThreadCall, body: (edited: unknown) => Promise<unknown>): Promise<ThreadResult> {
    const [decided] = await this.decide([call]);
    if (decided?.stage === 'waiting') return { kind: 'waiting', approval: decided.approval };
    if (decided?.stage === 'refused') return { kind: 'refused', text: decided.text };
    try {
      const value = await this.run.executeOnce(keyOf(call), (edited) =>
        body(edited === undefined ? undefined : JSON.parse(edited)),
      );
      this.#remember(['call', call.callId]);
      return { kind: 'result', value };
    } finally {
      await this.run.flush();
    }
  }

  /**
   * Stores the intent of a call whose body the host executes itself. If it returns `started`, the body may run once, with the edited
   * arguments if there are any; `finish` stores its end. A call that was executed before returns its stored result, and one that has
   * started is refused.
   */
  async start(
    call: ThreadCall,
  ): Promise<ThreadResult | { readonly kind: 'started'; readonly edited?: unknown }> {
    const [decided] = await this.decide([{ ...call, isElsewhere: true }]);
    const key = keyOf(call);
    if (decided?.stage === 'waiting') return { kind: 'waiting', approval: decided.approval };
    if (decided?.stage === 'refused') return { kind: 'refused', text: decided.text };
    if (decided?.stage !== 'allowed' || decided.earlier?.status === 'done') {
      const value = await this.run.executeOnce(key, () =>
        Promise.reject(new Error('The host executes this call.')),
      );
      return { kind: 'result', value };
    }
    if (!(await this.run.started(key))) return { kind: 'refused', text: HAS_STARTED };
    const { editedArguments: edited } = decided;
    return { kind: 'started', ...(edited !== undefined && { edited: JSON.parse(edited) }) };
  }

  /** Stores the end of a call that was started with `start`. */
  async finish(call: ThreadCall, outcome: ThreadOutcome): Promise<void> {
    this.run.finished(keyOf(call), outcome);
    this.#remember(['call', call.callId]);
    await this.run.flush();
  }

  /**
   * Stores the decision of an authenticated person who saw the complete call in the framework's own interface. Returns whether
   * it counts: a call of the highest risk, or one that the prompt shows only in part, is decided in the console.
   */
  async decideAs(call: ThreadCall, by: Approver, approve: boolean): Promise<boolean> {
    const [decided] = await this.decide([call]);
    if (decided?.stage !== 'waiting') return false;
    const { display, risk_level: risk } = decided.approval;
    if (display !== 'complete' || risk >= 5 || !this.run.mayHostApprove(decided.key)) return false;
    await this.run.requestHostApproval(decided.key, { ...by, kind: 'host' }, async () => ({ approve }));
    return true;
  }

  /** Ends the use of the thread by this request. The last one suspends the run, so that other processes can open it. */
  close(): Promise<void> {
    this.#closed ??= this.#leave();
    return this.#closed;
  }

  /** Returns false for a value that was remembered before. */
  #remember(value: unknown): boolean {
    const mark = markOf(value);
    if (this.#seen.has(mark)) return false;
    this.#seen.add(mark);
    const [oldest] = this.#seen;
    if (oldest !== undefined && this.#seen.size > MAX_SEEN) this.#seen.delete(oldest);
    return true;
  }
}

const markOf = (value: unknown) => digestOf(value).slice(0, 22);

/**
 * The id and the arguments, because a client may send another call with a known id, and some models repeat ids. Arguments with a
 * fault have no text of their own, so the fault is part of the key: such a call must not use the permission of one without arguments.
 */
function keyOf(
  { callId, tool, args }: ThreadCall,
  { text, fault }: ArgumentsText = argumentsText(args),
): string {
  const ofFault = fault === undefined ? '' : `,${JSON.stringify(fault)}`;
  return `${callId}#${digestOfText(`[${JSON.stringify(tool.id)},${text}${ofFault}]`).slice(0, 16)}`;
}
