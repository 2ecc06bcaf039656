import type { HostApproval } from '@sekisho/engine/integration';
import { requiresApproval } from './gate-function-tool.ts';
import { readCall } from './read-items.ts';
import { define, isCallable, isRecord, read, shallowCopy } from './read-value.ts';
import { ambientScope, runBody, type GatedCall, type RunScope } from './run-scope.ts';
import { gatedCopy } from './records.ts';
import type { Tool } from './upstream.ts';

/** Tools whose executor upstream calls: shell commands, patches, computer use. */
export type LocalTool = Extract<Tool, { type: 'shell' | 'apply_patch' | 'computer' }>;

/** Returns a copy of a local tool whose policy and executor pass the gate. */
export function gateLocalTool(tool: LocalTool): Tool {
  return gatedCopy(tool, () => {
    const copy = shallowCopy(tool);
    const armed: Armed = {};
    define(copy, 'needsApproval', policyOf(read(tool, 'needsApproval')));
    const onApproval = read(tool, 'onApproval');
    if (isCallable(onApproval)) define(copy, 'onApproval', approverOf(onApproval));
    const key = EXECUTORS[tool.type];
    const executor = key && guarded(read(tool, key), armed);
    if (key) define(copy, key, executor);
    return {
      copy,
      gate: {
        isIntact: () => !key || Object.getOwnPropertyDescriptor(copy, key)?.value === executor,
        arm: (scope, call) => {
          armed.now = { scope, call };
          queueMicrotask(() => {
            armed.now = undefined;
          });
        },
      },
    };
  });
}

/**
 * Wraps the host's `onApproval`: its decision counts for the given call if that call has a pending approval request which
 * the host may decide. Upstream receives a new object, because it reads the decision several times.
 */
export function approverOf(original: (...args: unknown[]) => unknown) {
  return async (runContext: unknown, item: unknown): Promise<HostApproval> => {
    const scope = ambientScope.getStore();
    const given = readCall(read(item, 'rawItem'));
    const call = given && scope?.calls.get(given.callId);
    if (!scope || !call || call.rawArguments !== given.rawArguments) return {};
    return scope.mediator.requestHostApproval(call, async () => {
      const decision = await original(runContext, item);
      requireUnchanged(item, call);
      return readDecision(decision);
    });
  };
}

/** The property with the executor of each kind of tool. A computer has one method for each kind of action instead. */
const EXECUTORS = { shell: 'shell', apply_patch: 'editor', computer: undefined } as const;

const failedEdit = (text: string) => ({ status: 'failed', output: text });

/** The methods of executors, and the results that they return when the action is not executed. */
const DENIED_RESULTS: Readonly<Record<string, (text: string) => unknown>> = {
  run: (text) => ({ output: [{ stdout: '', stderr: text, outcome: { type: 'exit', exitCode: null } }] }),
  createFile: failedEdit,
  updateFile: failedEdit,
  deleteFile: failedEdit,
};

/** The call that may use the executor now. */
interface Armed {
  now?: { readonly scope: RunScope; readonly call: GatedCall } | undefined;
}

function policyOf(original: unknown) {
  return async (runContext: unknown, action: unknown, callId: unknown): Promise<boolean> => {
    // As for function tools, every truthy value requires approval.
    const host = async () =>
      Boolean(isCallable(original) ? await original(runContext, action, callId) : original);
    const scope = ambientScope.getStore();
    return scope ? requiresApproval(scope, String(callId), host) : true;
  };
}

function guarded(executor: unknown, armed: Armed): unknown {
  if (!isRecord(executor)) return executor;
  const wrapped: object = Object.create(executor);
  for (const [method, deniedResult] of Object.entries(DENIED_RESULTS)) {
    const body = executor[method];
    if (!isCallable(body)) continue;
    define(wrapped, method, async (action: unknown, ...rest: unknown[]) => {
      const { now } = armed;
      armed.now = undefined;
      if (!now) throw new Error('The executor was called without passing the gate.');
      const { scope, call } = now;
      scope.claimStart(call);
      const current = scope.mediator.stageOf(call.key);
      if (current?.stage === 'refused') return deniedResult(current.text);
      return scope.mediator.execute(call, async (edited) => {
        const judged = judgedAction(action, edited ?? call.rawArguments);
        return runBody(scope, call, () => Reflect.apply(body, executor, [judged, ...rest]));
      });
    });
  }
  return Object.freeze(wrapped);
}

/** Returns the judged or edited action instead of the passed object. Upstream chose the method by the type of that object. */
function judgedAction(action: unknown, text: string): unknown {
  const judged: unknown = JSON.parse(text);
  if (read(judged, 'type') === read(action, 'type')) return judged;
  throw new Error('The edited action has another type than the approved action.');
}

/** Throws if the approver changed the displayed call, because the changed call was not approved. */
function requireUnchanged(item: unknown, { callId, wireName, rawArguments }: GatedCall): void {
  const now = readCall(read(item, 'rawItem'));
  if (now?.callId === callId && now.wireName === wireName && now.rawArguments === rawArguments) return;
  throw new TypeError('onApproval changed the call that it received.');
}

/** Reads the decision once. Only `true` and `false` are decisions. */
function readDecision(decision: unknown): HostApproval {
  if (!isRecord(decision))
    throw new TypeError(
      'onApproval returned no object. It must return { approve: true } or { approve: false }.',
    );
  const { approve, reason } = decision;
  if (typeof approve !== 'boolean') return {};
  return { approve, ...(typeof reason === 'string' && reason !== '' && { reason }) };
}
