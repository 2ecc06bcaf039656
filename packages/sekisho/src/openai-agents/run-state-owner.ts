import { getHostedMcpApprovalToolName } from '@openai/agents-core/utils/internal';
import type { AnyAgent, RunState, RunToolApprovalItem } from './upstream.ts';
import { isCallable } from './read-value.ts';
import { stateRecord } from './records.ts';

/**
 * Returns whether a live state of ours starts a new run: its run has ended or failed, so no call in it is pending, and
 * running it executes nothing that is not judged then.
 */
export function startsNewRun(state: Pick<RunState<unknown, AnyAgent>, '_currentStep'>): boolean {
  return stateRecord(state).owner !== undefined && state._currentStep?.type !== 'next_step_interruption';
}

/** Returns the text that the seal of a serialized state covers. */
export const sealText = (runId: string, segment: number, digest: string) =>
  `run-state\n${runId}\n${segment}\n${digest}`;

/** Returns the host's decision from upstream's `state.approve()` or `state.reject()`. Call it outside of a run. */
export function decisionInState(
  context: object,
  item: RunToolApprovalItem,
): { readonly approved: boolean; readonly message?: string | undefined } | undefined {
  const { agent, rawItem } = item;
  for (const key of keysOf(item)) {
    const approved = call(context, '_resolveToolInvocationApproval', [agent, key, rawItem]);
    if (typeof approved !== 'boolean') continue;
    const message = approved || call(context, '_getToolInvocationRejectionMessage', [agent, key, rawItem]);
    return { approved, message: typeof message === 'string' ? message : undefined };
  }
  return undefined;
}

/** Upstream records an approval under the key of the function tool, or else under the hosted server's tool or the plain name. */
function keysOf(item: RunToolApprovalItem): Iterable<string> {
  const stateKey: unknown = Reflect.get(item, 'functionToolStateKey');
  if (typeof stateKey === 'string') return [stateKey];
  const { name } = item;
  return new Set(name ? [getHostedMcpApprovalToolName(name, item.rawItem), name] : []);
}

function call(target: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  return isCallable(method) ? Reflect.apply(method, target, args) : undefined;
}
