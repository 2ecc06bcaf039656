import { getHostedMcpApprovalToolName } from '@openai/agents-core/utils/internal';
import type { RunToolApprovalItem } from './upstream.ts';

/** Returns the host's decision from upstream's `state.approve()` or `state.reject()`. Call it outside of a run. */
export function decisionInState(
  context: object,
  item: RunToolApprovalItem,
): { readonly approved: boolean; readonly message?: string | undefined } | undefined {
  const raw = item.rawItem;
  for (const key of keysOf(item)) {
    const approved: unknown = call(context, '_resolveToolInvocationApproval', [item.agent, key, raw]);
    if (typeof approved !== 'boolean') continue;
    const message: unknown = approved
      ? undefined
      : call(context, '_getToolInvocationRejectionMessage', [item.agent, key, raw]);
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
  return typeof method === 'function' ? Reflect.apply(method, target, args) : undefined;
}
