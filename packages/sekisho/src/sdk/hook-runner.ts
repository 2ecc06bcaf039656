import { describeHandoff, describeTool } from './describe-tool.ts';
import { gateModelProvider } from './gated-model.ts';
import type { ResolvedCall } from './mediator.ts';
import { replaceMethod } from './replace-method.ts';
import { ambientScope } from './run-scope.ts';
import { readCall } from './tool-calls-of.ts';
import type { AgentsCore, RunState } from './upstream.ts';

/** Every loop of upstream's runner inside a gated run gets a scope of its own, however it was started. */
export function hookRunner(core: AgentsCore): void {
  replaceMethod(
    core.Runner.prototype,
    'run',
    (original) =>
      function (...args) {
        const outer = ambientScope.getStore();
        if (!outer) return Reflect.apply(original, this, args);
        if (this instanceof core.Runner)
          this.config.modelProvider = gateModelProvider(this.config.modelProvider);
        const scope = outer.nested();
        const [, input] = args;
        return ambientScope.run(scope, async () => {
          if (input instanceof core.RunState) {
            scope.agent = input._currentAgent;
            await scope.mediator.planResumed(scope, pendingCalls(input), itemsOf(input));
          }
          return Reflect.apply(original, this, args);
        });
      },
  );
}

/** The calls of the interrupted turn that have not been carried out yet. */
function pendingCalls(
  state: Pick<RunState<never, never>, '_lastProcessedResponse' | '_generatedItems'>,
): ResolvedCall[] {
  const turn = state._lastProcessedResponse;
  if (!turn) return [];
  const done = new Set(state._generatedItems.map(({ rawItem }) => resultOf(rawItem)));
  const pending: ResolvedCall[] = [];
  const add = (item: unknown, tool: ResolvedCall['tool'] | undefined) => {
    const call = readCall(item);
    if (call && tool && !done.has(call.callId)) pending.push({ ...call, tool });
  };
  for (const { toolCall, tool } of turn.functions) add(toolCall, describeTool(tool));
  for (const { toolCall, shell } of turn.shellActions) add(toolCall, describeTool(shell));
  for (const { toolCall, applyPatch } of turn.applyPatchActions) add(toolCall, describeTool(applyPatch));
  for (const { toolCall, computer } of turn.computerActions) add(toolCall, describeTool(computer));
  for (const { requestItem, mcpTool } of turn.mcpApprovalRequests)
    add(requestItem.rawItem, describeTool(mcpTool));
  for (const { toolCall, handoff } of turn.handoffs) {
    add(toolCall, describeHandoff(handoff.toolName, handoff.toolDescription, handoff.agentName));
  }
  return pending;
}

function itemsOf(state: Pick<RunState<never, never>, '_originalInput' | '_generatedItems'>): unknown[] {
  const input = state._originalInput;
  return [
    ...(typeof input === 'string' ? [{ role: 'user', content: input }] : input),
    ...state._generatedItems,
  ];
}

function resultOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return '';
  const type = String(Reflect.get(item, 'type'));
  return type.endsWith('_result') || type.endsWith('_output') ? String(Reflect.get(item, 'callId')) : '';
}
