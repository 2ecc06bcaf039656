import { SekishoError } from '@sekisho/engine';
import { digestOfText } from '@sekisho/engine/integration';
import { readCall } from './read-items.ts';
import { read } from './read-value.ts';
import { ambientScope, RunScope, type Mediator } from './run-scope.ts';
import { stateRecord, type StateClaim } from './records.ts';
import { showOriginals, type StateWithTurn } from './state-turn.ts';

/** Adds a seal to serialized states of gated runs. States of ungated runs are unchanged. */
export function sealStates(original: CallableFunction) {
  return function toJSON(this: object, ...args: unknown[]): unknown {
    const { owner } = stateRecord(this);
    if (!owner && !ambientScope.getStore()) return Reflect.apply(original, this, args);
    const json: object = withoutStackTraces(() => Reflect.apply(original, this, args));
    if (!owner) return json;
    const { runId, segment } = owner;
    const seal = owner.seal(digestOfText(JSON.stringify(json)));
    return { ...json, [MARK]: { runId, segment, seal } };
  };
}

/** Reads states of gated runs with gated tools, and keeps the claims in them. */
export function readStates(original: CallableFunction) {
  return async function fromString(this: object, ...args: unknown[]): Promise<unknown> {
    const claim = readClaim(args[1]);
    const readState = (): Promise<StateWithTurn> => Reflect.apply(original, this, args);
    if (!claim) return readState();
    const state = await (ambientScope.getStore()
      ? readState()
      : ambientScope.run(new RunScope(new ReadOnlyMediator(), 'r1'), readState));
    showOriginals(state);
    stateRecord(state).claim = claim;
    return state;
  };
}

/** Keeps which calls the host approved for the rest of the run. */
export function keepStickyApprovals(original: CallableFunction) {
  return function approve(this: object, ...args: unknown[]): unknown {
    const call = readCall(read(args[0], 'rawItem'));
    if (call && read(args[1], 'alwaysApprove') === true)
      (stateRecord(this).sticky ??= new Set()).add(call.callId);
    return Reflect.apply(original, this, args);
  };
}

/** The mediator while a saved state is read outside of a run: tools are listed and gated, but nothing can be executed. */
export class ReadOnlyMediator implements Mediator {
  readonly isExecuting = false;
  stageOf = () => undefined;
  async authorizeTools(): Promise<void> {}
  /** Upstream repeats the searches of a state to find its tools again. Their calls are decided when the run resumes. */
  async commitFoundTools(): Promise<void> {}
  beforeModelCall = () => Promise.reject(notExecutable());
  commitTurn = () => Promise.reject(notExecutable());
  planResumed = () => Promise.reject(notExecutable());
  applyHostDecision = () => Promise.reject(notExecutable());
  execute = () => Promise.reject(notExecutable());
  streamEnded = () => Promise.reject(notExecutable());
  requestHostApproval = () => Promise.reject(notExecutable());
  mayHostApprove = () => false;
  recordResult(): void {
    throw notExecutable();
  }
  refuse = () => notExecutable();
}

const notExecutable = () =>
  new SekishoError('AGENTS-E-GATE-DENIED', 'Nothing can be executed while a run state is being read.');

/** Returns a state as text, for a store that seals it. */
export function stateText(state: { toString(): string }): string {
  return withoutStackTraces(() => state.toString());
}

const MARK = 'sekisho';

/** Upstream throws and catches thousands of errors here. Without stack traces this is five times faster. */
function withoutStackTraces<T>(work: () => T): T {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function readClaim(text: unknown): StateClaim | undefined {
  if (typeof text !== 'string' || !text.includes(`"${MARK}":`)) return undefined;
  try {
    const { [MARK]: mark, ...json } = JSON.parse(text);
    const { runId, segment, seal } = Object(mark);
    if (typeof runId !== 'string' || typeof segment !== 'number' || typeof seal !== 'string')
      return undefined;
    return { runId, segment, seal, digest: digestOfText(JSON.stringify(json)) };
  } catch {
    return undefined;
  }
}
