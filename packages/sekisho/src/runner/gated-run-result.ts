import type { HumanApprovalRequest, ToolCallResult } from '@sekisho/engine';
import { readCall } from '../openai-agents/read-items.ts';
import type {
  AgentInputItem,
  AnyAgent,
  RunResult,
  RunToolApprovalItem,
  StreamedRunResult,
  Usage,
} from '../openai-agents/upstream.ts';

/** The id of a run. Its type contains the types of context and agent, so that the result of a resumed run is typed. */
export type RunId<TContext = unknown, TAgent extends AnyAgent = AnyAgent> = string & {
  readonly [typesOf]?: readonly [TContext, TAgent];
};

declare const typesOf: unique symbol;

/** The fields that this package adds to upstream's result of a run. */
export interface RunResultFields<TContext = unknown, TAgent extends AnyAgent = AnyAgent> {
  readonly run_id: RunId<TContext, TAgent>;
  readonly output_text: string;
  readonly messages: AgentInputItem[];
  readonly tool_calls: readonly ToolCallResult[];
  readonly usage: Usage;
  readonly extensions: {
    readonly policyProfile: string;
    readonly policyVersion: string;
    readonly segment: number;
  };
}

/** Upstream's approval item with the fields of the approval request. */
export type Interruption<TContext = unknown, TAgent extends AnyAgent = AnyAgent> = RunToolApprovalItem &
  HumanApprovalRequest & { readonly run_id: RunId<TContext, TAgent> };

/** Upstream's result with our additional fields. */
export type GatedRunResult<TContext, TAgent extends AnyAgent> = GatedFields<TContext, TAgent> &
  Omit<RunResult<TContext, TAgent>, 'interruptions'>;

/** The same for a streamed run. Our fields are complete when the stream has ended. */
export type GatedStreamedRunResult<TContext, TAgent extends AnyAgent> = GatedFields<TContext, TAgent> &
  StreamedRunResult<TContext, TAgent>;

type GatedFields<TContext, TAgent extends AnyAgent> = RunResultFields<TContext, TAgent> & {
  // First, because `interruptions.map(...)` uses the signature of the first of two list types.
  readonly interruptions: Interruption<TContext, TAgent>[];
};

/**
 * The result of `run` and `Runner`. The fields are the same, but optional in the type, because a program written for
 * upstream may assign a result of upstream's type to it.
 */
export type DropInRunResult<TContext, TAgent extends AnyAgent> = OptionalFields<TContext, TAgent> &
  RunResult<TContext, TAgent>;

/** The same for a streamed run. */
export type DropInStreamedRunResult<TContext, TAgent extends AnyAgent> = OptionalFields<TContext, TAgent> &
  StreamedRunResult<TContext, TAgent>;

type OptionalFields<TContext, TAgent extends AnyAgent> = Partial<RunResultFields<TContext, TAgent>> & {
  readonly interruptions: (RunToolApprovalItem & Partial<HumanApprovalRequest>)[];
};

/** The result of a resumed run. Its output is unknown if the type of the agent is unknown. */
export type ResumedRunResult<TContext, TAgent extends AnyAgent> = unknown extends TAgent['outputType']
  ? Omit<GatedRunResult<TContext, TAgent>, 'finalOutput'> & { readonly finalOutput: unknown }
  : GatedRunResult<TContext, TAgent>;

/** The source from which the fields are computed when they are read. */
export interface ResultSource {
  readonly runId: string;
  readonly segment: number;
  readonly profile: string;
  readonly policyVersion: string;
  readonly toolCalls: () => readonly ToolCallResult[];
  readonly approvals: () => readonly HumanApprovalRequest[];
}

type PlainResult = Pick<RunResult<unknown, AnyAgent>, 'history' | 'runContext' | 'finalOutput' | 'state'>;

/** Adds our fields to a result of upstream. They are computed when they are read, because most callers read only one or two. */
export function addResultFields(result: PlainResult, source: ResultSource): void {
  sources.set(result, { result, source });
  Object.defineProperties(result, FIELDS);
}

/** Calls the listener when the interruptions of a result with our fields are read. */
export function onInterruptionsRead(result: object, listener: () => void): void {
  const known = sources.get(result);
  if (known) known.onRead = listener;
}

/** Returns the pending approval requests of a result with our fields. This does not count as reading its interruptions. */
export const pendingApprovalsOf = (result: object): readonly HumanApprovalRequest[] =>
  sources.get(result)?.source.approvals() ?? [];

const sources = new WeakMap<object, { result: PlainResult; source: ResultSource; onRead?: () => void }>();

type Field = keyof RunResultFields | 'interruptions';

const READERS: Record<Field, (result: PlainResult, source: ResultSource) => unknown> = {
  // Upstream copies the items at every read, so each copy receives the fields.
  interruptions: ({ state }, source) => withApprovals(state.getInterruptions(), source.approvals()),
  run_id: (_result, { runId }) => runId,
  output_text: (result) => outputText(result),
  messages: ({ history }) => history,
  tool_calls: (_result, source) => source.toolCalls(),
  usage: ({ runContext }) => runContext.usage,
  extensions: (_result, { profile, policyVersion, segment }) => ({
    policyProfile: profile,
    policyVersion,
    segment,
  }),
};

/** One set of getters for all results, because creating seven getters for each run is slower. */
const FIELDS: PropertyDescriptorMap = Object.fromEntries(
  Object.entries(READERS).map(([name, read]) => [
    name,
    {
      get(this: object) {
        const known = sources.get(this);
        if (name === 'interruptions') known?.onRead?.();
        return known && read(known.result, known.source);
      },
      enumerable: false,
      configurable: true,
    },
  ]),
);

function withApprovals(
  items: readonly RunToolApprovalItem[],
  approvals: readonly HumanApprovalRequest[],
): RunToolApprovalItem[] {
  return items.map((item) => {
    const callId = readCall(item.rawItem)?.callId;
    const approval = approvals.find(
      ({ tool_call_id: id, agent_name: agent }) => id === callId && agent === item.agent.name,
    );
    return Object.assign(item, approval);
  });
}

function outputText(result: PlainResult): string {
  if (result.state.getInterruptions().length > 0) return '';
  const output: unknown = result.finalOutput;
  return typeof output === 'string' ? output : output === undefined ? '' : JSON.stringify(output);
}
