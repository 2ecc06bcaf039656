import type { HumanApprovalRequest } from '../contracts/human-approval-request.ts';
import { readCall } from '../sdk/tool-calls-of.ts';
import type {
  AgentInputItem,
  AnyAgent,
  RunResult,
  RunToolApprovalItem,
  StreamedRunResult,
  Usage,
} from '../sdk/upstream.ts';
import type { ToolCallResult } from './tool-call-pipeline.ts';

/** The id of a run. It carries the types of context and agent, so that a result keeps them when the run continues. */
export type RunId<TContext = unknown, TAgent extends AnyAgent = AnyAgent> = string & {
  readonly [typesOf]?: readonly [TContext, TAgent];
};

declare const typesOf: unique symbol;

/** What this package adds to upstream's result of a run. */
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

/** Upstream's approval item that is also the seed's request to a person. */
export type Interruption<TContext = unknown, TAgent extends AnyAgent = AnyAgent> = RunToolApprovalItem &
  HumanApprovalRequest & { readonly run_id: RunId<TContext, TAgent> };

/** Upstream's result, unchanged, with our fields beside its own. */
export type GatedRunResult<TContext, TAgent extends AnyAgent> = GatedFields<TContext, TAgent> &
  Omit<RunResult<TContext, TAgent>, 'interruptions'>;

/** The same for a streamed run; our fields are complete when the stream has ended. */
export type GatedStreamedRunResult<TContext, TAgent extends AnyAgent> = GatedFields<TContext, TAgent> &
  StreamedRunResult<TContext, TAgent>;

type GatedFields<TContext, TAgent extends AnyAgent> = RunResultFields<TContext, TAgent> & {
  // First, because `interruptions.map(...)` takes its signature from the first of two lists.
  readonly interruptions: Interruption<TContext, TAgent>[];
};

/**
 * What `run` and `Runner` return. The fields are the same; they are optional in the type, because a program written for
 * upstream may put a result of upstream's type in the place of this one.
 */
export type DropInRunResult<TContext, TAgent extends AnyAgent> = OptionalFields<TContext, TAgent> &
  RunResult<TContext, TAgent>;

/** The same for a streamed run. */
export type DropInStreamedRunResult<TContext, TAgent extends AnyAgent> = OptionalFields<TContext, TAgent> &
  StreamedRunResult<TContext, TAgent>;

type OptionalFields<TContext, TAgent extends AnyAgent> = Partial<RunResultFields<TContext, TAgent>> & {
  readonly interruptions: (RunToolApprovalItem & Partial<HumanApprovalRequest>)[];
};

/** The result of a continued run. Its output is unknown if the type of the agent is. */
export type ResumedRunResult<TContext, TAgent extends AnyAgent> = unknown extends TAgent['outputType']
  ? Omit<GatedRunResult<TContext, TAgent>, 'finalOutput'> & { readonly finalOutput: unknown }
  : GatedRunResult<TContext, TAgent>;

/** What the fields are read from, when somebody reads them. */
export interface ResultSource {
  readonly runId: string;
  readonly segment: number;
  readonly profile: string;
  readonly policyVersion: string;
  readonly toolCalls: () => readonly ToolCallResult[];
  readonly approvals: () => readonly HumanApprovalRequest[];
}

type PlainResult = Pick<RunResult<unknown, AnyAgent>, 'history' | 'runContext' | 'finalOutput' | 'state'>;

/** Adds our fields to a result of upstream's. They are computed when read: most callers read one or two. */
export function addResultFields(result: PlainResult, source: ResultSource): void {
  sources.set(result, { result, source });
  Object.defineProperties(result, FIELDS);
}

/** Calls the listener when somebody reads the interruptions of a result that has our fields. */
export function onInterruptionsRead(result: object, listener: () => void): void {
  const known = sources.get(result);
  if (known) known.onRead = listener;
}

const sources = new WeakMap<object, { result: PlainResult; source: ResultSource; onRead?: () => void }>();

type Field = keyof RunResultFields | 'interruptions';

const READERS: Record<Field, (result: PlainResult, source: ResultSource) => unknown> = {
  // Upstream copies the items for every reader, so each copy gets the fields.
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

/** One set of getters for all results: making seven for each run would cost more than they are worth. */
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

/** Each of upstream's approval items with the fields of the request to a person that stands behind it. */
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
