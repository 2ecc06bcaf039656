import { asksPerson } from './gated-function-tool.ts';
import type { PlannedCall } from './planned-call.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import { ToolCopies } from './tool-copies.ts';

/** Tools whose executor upstream calls itself: shell commands, patches, computer use. */
export type LocalTool = { readonly type: 'shell' | 'apply_patch' | 'computer'; readonly name: string };

/** A copy of a local tool whose policy and executor pass the checkpoint. */
export function gateLocalTool<T extends LocalTool>(tool: T): T {
  return copies.copyOf(tool, (copy) => {
    const armed: Armed = {};
    define(copy, 'needsApproval', policyOf(Reflect.get(tool, 'needsApproval')));
    const onApproval: unknown = Reflect.get(tool, 'onApproval');
    if (isCallable(onApproval)) define(copy, 'onApproval', approverOf(onApproval));
    if (tool.type === 'shell')
      define(copy, 'shell', guarded(Reflect.get(tool, 'shell'), ['run'], armed, shellAnswer));
    if (tool.type === 'apply_patch') {
      const edits = ['createFile', 'updateFile', 'deleteFile'];
      define(copy, 'editor', guarded(Reflect.get(tool, 'editor'), edits, armed, editorAnswer));
    }
    armedOf.set(copy, armed);
  });
}

/** Hands the next call of the executor its authorisation; it lasts for the current synchronous stretch only. */
export function armLocalTool(tool: object, scope: RunScope, call: PlannedCall): void {
  const armed = armedOf.get(tool);
  if (!armed) return;
  armed.now = { scope, call };
  queueMicrotask(() => {
    armed.now = undefined;
  });
}

interface Armed {
  now?: { readonly scope: RunScope; readonly call: PlannedCall } | undefined;
}

const copies = new ToolCopies();
const armedOf = new WeakMap<object, Armed>();

function policyOf(original: unknown) {
  return async (runContext: unknown, action: unknown, callId: unknown): Promise<boolean> => {
    // As for functions: whatever is not a no asks.
    const host = async () =>
      Boolean(isCallable(original) ? await original(runContext, action, callId) : original);
    const scope = ambientScope.getStore();
    return scope ? asksPerson(scope, String(callId), host) : true;
  };
}

/** The host's own approver may answer the host's own question, never the gate's. */
export function approverOf(original: Callable) {
  return async (runContext: unknown, item: unknown): Promise<unknown> => {
    const scope = ambientScope.getStore();
    const call = scope?.calls.get(callIdOf(item));
    if (!scope || !call || !scope.mediator.mayHostApprove(call)) return {};
    const answer: unknown = await original(runContext, item);
    if (isRecord(answer) && answer['approve'] === true) await scope.mediator.settle(scope, call, 'approved');
    return answer;
  };
}

function guarded(
  executor: unknown,
  methods: readonly string[],
  armed: Armed,
  shaped: (answer: string) => unknown,
): unknown {
  if (!isRecord(executor)) return executor;
  const wrapped: object = Object.create(executor);
  for (const method of methods) {
    const body: unknown = Reflect.get(executor, method);
    if (!isCallable(body)) continue;
    define(wrapped, method, async (...args: unknown[]) => {
      const now = armed.now;
      armed.now = undefined;
      if (!now) throw new Error('The executor was called without passing the checkpoint.');
      const { verdict } = now.call;
      if (verdict.kind === 'answer') return shaped(verdict.text);
      return now.scope.mediator.execute(now.scope, now.call, async (edited) => {
        if (edited !== undefined) args[0] = editedAction(args[0], edited);
        const result: unknown = await ambientScope.run(now.scope.within(now.call), () =>
          Reflect.apply(body, executor, args),
        );
        return result;
      });
    });
  }
  return wrapped;
}

/** A person may change what an action does it to, not which executor it goes to. */
function editedAction(action: unknown, edited: string): unknown {
  const replacement: unknown = JSON.parse(edited);
  if (typeOf(replacement) === typeOf(action)) return replacement;
  throw new Error('The edited action is of another type than the one that was approved.');
}

const typeOf = (value: unknown) => (isRecord(value) ? value['type'] : undefined);

const shellAnswer = (text: string) => ({
  output: [{ stdout: '', stderr: text, outcome: { type: 'exit', exitCode: null } }],
});

const editorAnswer = (text: string) => ({ status: 'failed', output: text });

function callIdOf(item: unknown): string {
  const raw: unknown = isRecord(item) ? item['rawItem'] : undefined;
  const id: unknown = isRecord(raw) ? (raw['callId'] ?? raw['id']) : undefined;
  return typeof id === 'string' ? id : '';
}

function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

type Callable = (...args: unknown[]) => unknown;

/** Whether an option of a tool is a function. */
export const isCallable = (value: unknown): value is Callable => typeof value === 'function';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
