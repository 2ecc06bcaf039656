import { getHostedMcpApprovalToolName } from '@openai/agents-core/utils/internal';
import type { RunToolApprovalItem } from './upstream.ts';

/** What the host decided about a call by upstream's `state.approve()` and `state.reject()`. Call it outside of a run. */
export function decisionInState(
  context: object,
  item: RunToolApprovalItem,
): { readonly approved: boolean; readonly message?: string | undefined } | undefined {
  const raw = item.rawItem;
  // Upstream books an approval under the key of the function tool, of the hosted server's tool, or under the plain name.
  const keys = [
    Reflect.get(item, 'functionToolStateKey'),
    item.name && getHostedMcpApprovalToolName(item.name, raw),
    item.name,
  ].filter((key) => typeof key === 'string');
  for (const key of keys) {
    const approved: unknown = call(context, '_resolveToolInvocationApproval', [item.agent, key, raw]);
    if (typeof approved !== 'boolean') continue;
    const message: unknown = approved
      ? undefined
      : call(context, '_getToolInvocationRejectionMessage', [item.agent, key, raw]);
    return { approved, message: typeof message === 'string' ? message : undefined };
  }
  return undefined;
}

function call(target: object, name: string, args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(target, name);
  return typeof method === 'function' ? Reflect.apply(method, target, args) : undefined;
}
