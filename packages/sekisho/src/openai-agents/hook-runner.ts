import { SekishoError } from '@sekisho/engine';
import { describeHandoff, describeTool } from './describe-tool.ts';
import { gateModel, gateModelProvider } from './gated-model.ts';
import type { ResolvedCall } from './upstream-call.ts';
import type { MethodHook } from './method-hook.ts';
import { enterAgent } from './enter-agent.ts';
import { guardEmitter } from './hook-tool-start.ts';
import { ambientScope, type RunScope } from './run-scope.ts';
import { claimOf, ownerOf } from './run-state-owner.ts';
import { gateTurn } from './state-tools.ts';
import { readCall } from './tool-calls-of.ts';
import { toolOfCall } from './tool-of-call.ts';
import type { AgentsCore, Runner, RunState } from './upstream.ts';

/** Creates a scope for every loop of upstream's runner inside a gated run, however it was started. */
export function runnerHooks(core: AgentsCore): MethodHook[] {
  return [
    {
      owner: core.Runner.prototype,
      name: 'run',
      wrap: (original) =>
        function (...args) {
          const outer = ambientScope.getStore() ?? createOuterScope?.(args[1]);
          const [agent, input] = args;
          if (!outer) {
            return isGatedState(input) ? Promise.reject(foreignState()) : Reflect.apply(original, this, args);
          }
          if (this instanceof core.Runner) gateModels(this.config);
          guardEmitter(this);
          const scope = outer.nested();
          return ambientScope.run(scope, async () => {
            enterAgent(scope, agent);
            guardEmitter(agent);
            if (input instanceof core.RunState) {
              enterAgent(scope, input._currentAgent);
              guardEmitter(input._currentAgent);
              scope.agent = input._currentAgent;
              gateTurn(input);
              await scope.mediator.planResumed(scope, pendingCalls(input), itemsOf(input));
            }
            return Reflect.apply(original, this, args);
          });
        },
    },
  ];
}

/** Creates the scope of an ungated run from its input. */
export type CreateScope = (input: unknown) => RunScope;

/**
 * Gates every run of upstream in this process that is not gated yet, until it is called without a function. It exists to
 * execute a foreign test suite with the hooks; programs use the runner.
 */
export function gateEveryRun(createScope: CreateScope | undefined): void {
  createOuterScope = createScope;
}

/** Returns whether every run is gated, so that states without a seal are also read with gated tools. */
export const gatesEveryRun = () => createOuterScope !== undefined;

let createOuterScope: CreateScope | undefined;

/** Gates every model that upstream can choose: from the provider or from the configuration. */
function gateModels(config: Pick<Runner['config'], 'modelProvider' | 'model'>): void {
  config.modelProvider = gateModelProvider(config.modelProvider);
  if (typeof config.model === 'object') config.model = gateModel(config.model);
}

/** Approvals in a state are checked only by the gate, so a state of a gated run must not run without it. */
const isGatedState = (input: unknown) =>
  typeof input === 'object' && input !== null && (ownerOf(input) ?? claimOf(input)) !== undefined;

const foreignState = () =>
  new SekishoError(
    'AGENTS-E-RUN-STATE',
    'This state belongs to a gated run. Resume it with run() or resumeRun() of this package.',
  );

/** Returns the calls of the interrupted turn that have not been executed yet. */
function pendingCalls(
  state: Pick<RunState<never, never>, '_lastProcessedResponse' | '_generatedItems' | '_currentStep'>,
): ResolvedCall[] {
  // A turn that a program created may lack some lists.
  const turn: Partial<NonNullable<typeof state._lastProcessedResponse>> | undefined =
    state._lastProcessedResponse;
  // Upstream resumes only an interrupted turn; after any other turn it calls the model.
  if (!turn || state._currentStep?.type !== 'next_step_interruption') return [];
  const done = new Set(state._generatedItems.map(({ rawItem }) => resultOf(rawItem)));
  const pending: ResolvedCall[] = [];
  const add = (item: unknown, tool: ResolvedCall['tool'] | undefined) => {
    const call = readCall(item);
    if (call && tool && !done.has(call.callId)) pending.push({ ...call, tool: toolOfCall(call, tool) });
  };
  const { functions, shellActions, applyPatchActions, computerActions, mcpApprovalRequests, handoffs } = turn;
  for (const { toolCall, tool } of functions ?? []) add(toolCall, describeTool(tool));
  for (const { toolCall, shell } of shellActions ?? []) add(toolCall, describeTool(shell));
  for (const { toolCall, applyPatch } of applyPatchActions ?? []) add(toolCall, describeTool(applyPatch));
  for (const { toolCall, computer } of computerActions ?? []) add(toolCall, describeTool(computer));
  for (const { requestItem, mcpTool } of mcpApprovalRequests ?? [])
    add(requestItem.rawItem, describeTool(mcpTool));
  for (const { toolCall, handoff } of handoffs ?? []) {
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
