import { requiresApproval } from './gated-function-tool.ts';
import { approverOf } from './host-approver.ts';
import { claimStart } from './claim-start.ts';
import type { GatedCall } from './upstream-call.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import { ToolCopies } from './tool-copies.ts';

/** Tools whose executor upstream calls: shell commands, patches, computer use. */
export type LocalTool = { readonly type: 'shell' | 'apply_patch' | 'computer'; readonly name: string };

/** Returns a copy of a local tool whose policy and executor pass the gate. */
export function gateLocalTool<T extends LocalTool>(tool: T): T {
  return copies.copyOf(tool, (copy) => {
    const armed: Armed = { executor: undefined };
    define(copy, 'needsApproval', policyOf(Reflect.get(tool, 'needsApproval')));
    const onApproval: unknown = Reflect.get(tool, 'onApproval');
    if (isCallable(onApproval)) define(copy, 'onApproval', approverOf(onApproval));
    const key = EXECUTORS[tool.type];
    if (key !== undefined) {
      armed.executor = { key, value: guarded(Reflect.get(tool, key), armed) };
      define(copy, key, armed.executor.value);
    }
    armedOf.set(copy, armed);
  });
}

/** Returns whether this object was gated here and still has its gated executor. */
export function isGatedLocalTool(tool: object): boolean {
  const armed = armedOf.get(tool);
  if (!armed) return false;
  const { executor } = armed;
  return (
    executor === undefined || Object.getOwnPropertyDescriptor(tool, executor.key)?.value === executor.value
  );
}

/** Authorizes the next call of the executor. The authorization ends in the next microtask. */
export function armLocalTool(tool: object, scope: RunScope, call: GatedCall): void {
  const armed = armedOf.get(tool);
  if (!armed) return;
  armed.now = { scope, call };
  queueMicrotask(() => {
    armed.now = undefined;
  });
}

/** The property with the executor of each kind of tool. A computer has one method for each kind of action instead. */
const EXECUTORS = { shell: 'shell', apply_patch: 'editor', computer: undefined } as const;

/** The methods of executors, and the results that they return when the action is not executed. */
const DENIED_RESULTS: Readonly<Record<string, (text: string) => unknown>> = {
  run: (text) => ({ output: [{ stdout: '', stderr: text, outcome: { type: 'exit', exitCode: null } }] }),
  createFile: failedEdit,
  updateFile: failedEdit,
  deleteFile: failedEdit,
};

interface Armed {
  executor: { readonly key: string; readonly value: unknown } | undefined;
  now?: { readonly scope: RunScope; readonly call: GatedCall } | undefined;
}

const copies = new ToolCopies();
const armedOf = new WeakMap<object, Armed>();

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
    const body: unknown = Reflect.get(executor, method);
    if (!isCallable(body)) continue;
    define(wrapped, method, async (action: unknown, ...rest: unknown[]) => {
      const now = armed.now;
      armed.now = undefined;
      if (!now) throw new Error('The executor was called without passing the gate.');
      const { scope, call } = now;
      claimStart(scope, call);
      const current = scope.mediator.stageOf(call.key);
      if (current?.stage === 'refused') return deniedResult(current.text);
      return scope.mediator.execute(call, async (edited) => {
        const judged = judgedAction(action, edited ?? call.rawArguments);
        const result: unknown = await ambientScope.run(scope.within(call), () =>
          Reflect.apply(body, executor, [judged, ...rest]),
        );
        return result;
      });
    });
  }
  return Object.freeze(wrapped);
}

/** Returns the judged or edited action instead of the passed object. Upstream chose the method by the type of that object. */
function judgedAction(action: unknown, text: string): unknown {
  const judged: unknown = JSON.parse(text);
  if (typeOf(judged) === typeOf(action)) return judged;
  throw new Error('The edited action has another type than the approved action.');
}

const typeOf = (value: unknown) => (isRecord(value) ? value['type'] : undefined);

function failedEdit(text: string): unknown {
  return { status: 'failed', output: text };
}

function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

type Callable = (...args: unknown[]) => unknown;

/** Returns whether an option of a tool is a function. */
export const isCallable = (value: unknown): value is Callable => typeof value === 'function';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
