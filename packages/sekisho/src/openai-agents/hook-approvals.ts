import { readCall } from './tool-calls-of.ts';
import type { MethodHook } from './method-hook.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import type { AgentsCore } from './upstream.ts';

/**
 * Upstream skips `needsApproval` for a call that its run state marks as approved. A run state can be forged, copied and
 * replayed, so inside gated runs only the gate approves a call. A rejected call stays rejected.
 */
export function approvalHooks({ RunContext: { prototype: owner } }: AgentsCore): MethodHook[] {
  return [
    {
      owner,
      name: 'isToolApproved',
      wrap: (original) =>
        function (...args) {
          const upstream: unknown = Reflect.apply(original, this, args);
          return executingScope() && upstream === true ? undefined : upstream;
        },
    },
    {
      owner,
      name: '_resolveToolInvocationApproval',
      wrap: (original) =>
        function (...args) {
          const upstream: unknown = Reflect.apply(original, this, args);
          const scope = executingScope();
          const call = readCall(args[2]);
          // For function calls this method only records the approval; isToolApproved is the method that decides.
          if (!scope || upstream === false || !call || call.type === 'function_call') return upstream;
          const planned = scope.calls.get(call.callId);
          if (planned?.rawArguments !== call.rawArguments) return undefined;
          return scope.mediator.stageOf(planned.key)?.stage === 'allowed' ? true : undefined;
        },
    },
  ];
}

/** Returns the scope of an executing run. While a state is only read, upstream needs its own records to restore it. */
function executingScope(): RunScope | undefined {
  const scope = ambientScope.getStore();
  return scope?.mediator.isExecuting === false ? undefined : scope;
}
