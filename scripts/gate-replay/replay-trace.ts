import { type Effect, isGrave } from '../../packages/engine/src/wire/tool-manifest.ts';
import type { GateVerdict, RiskLevel } from '../../packages/engine/src/wire/gate-decision.ts';
import type { PolicyProfile } from '../../packages/engine/src/policy/policy-profile.ts';
import type { CallJudgement } from '../../packages/engine/src/gate/call-judgement.ts';
import { judgeCall } from '../../packages/engine/src/gate/judge-call.ts';
import type { DescribedTool } from '../../packages/engine/src/gate/manifest/manifest-registry.ts';
import type { ManifestRegistry } from '../../packages/engine/src/gate/manifest/manifest-registry.ts';
import type { TaskPlan } from '../../packages/engine/src/gate/plan/task-plan.ts';
import { RunHistory } from '../../packages/engine/src/gate/provenance/run-history.ts';
import type { RecordedTool, RecordedTools, RecordedTrace } from './recorded-trace.ts';

/** The decision of the gate about one recorded call. */
export interface ReplayedCall {
  readonly trace_id: string;
  readonly step: number;
  readonly actor: 'user' | 'attacker' | 'context';
  readonly tool: string;
  readonly decision: GateVerdict;
  readonly risk_level: RiskLevel;
  readonly effect: Effect;
  readonly rule_ids: readonly string[];
  readonly reason: string;
  readonly micros: number;
}

/** The inputs of a replay besides the trace. */
export interface ReplayOptions {
  readonly tools: RecordedTools;
  readonly profile: PolicyProfile;
  readonly manifests: ManifestRegistry;
  /** Plans the task of the trace from these tools, after each turn of the user. */
  readonly planOf?:
    | ((trace: RecordedTrace, history: RunHistory, tools: readonly DescribedTool[]) => TaskPlan)
    | undefined;
  /** Assumes that a person approves the calls of the user that need it, so that their values count for later calls. */
  readonly approves?: boolean | undefined;
  /** Returns the time in milliseconds with fractions. */
  readonly now: () => number;
}

/** Evaluates each recorded call with the history before it, then adds its result to the history. */
export function replayTrace(trace: RecordedTrace, options: ReplayOptions): ReplayedCall[] {
  const history = new RunHistory({ manifests: options.manifests });
  history.addUserText(trace.user_instruction);
  if (trace.system !== undefined) history.addInstructions(trace.system);
  if (trace.session !== undefined) history.addSessionData(trace.session);
  const tools = toolsOf(trace, options.tools);
  const describe = (definition: RecordedTool): DescribedTool => {
    const id = `${prefix}/${definition.name}`;
    return { ...definition, id, definition_digest: id };
  };
  const prefix = trace.tools === undefined ? (trace.suite ?? '') : trace.id;
  const makePlan = () => options.planOf?.(trace, history, tools.map(describe));
  let plan = makePlan();
  return trace.steps.map((step, index) => {
    if (step.user_text !== undefined) {
      history.addUserText(step.user_text);
      plan = makePlan();
    }
    const definition = tools.find((tool) => tool.name === step.tool) ?? { name: step.tool };
    // The counters stay at zero, because a recording does not contain the decisions of a person.
    const counters = { writes: 0, spend: 0, consecutive_refusals: 0 };
    const tool = describe(definition);
    const started = options.now();
    const judgement = judgeCall({ tool, args: step.args, history, profile: options.profile, counters, plan });
    const micros = Math.round((options.now() - started) * 1_000);
    history.addToolResult({ toolId: step.tool, args: step.args, output: step.output, trusted: false });
    if (options.approves === true && step.actor === 'user') addApproved(history, judgement);
    const { decision, risk_level, effect, rule_ids, reason } = judgement;
    return {
      trace_id: trace.id,
      step: index,
      actor: step.actor,
      tool: step.tool,
      decision,
      risk_level,
      effect,
      rule_ids,
      reason: reason.en,
      micros,
    };
  });
}

function toolsOf(trace: RecordedTrace, tools: RecordedTools) {
  if (trace.tools !== undefined) return trace.tools;
  if (Array.isArray(tools)) return tools;
  const suite = trace.suite ?? '';
  return Object.hasOwn(tools, suite) ? (tools[suite] ?? []) : Object.values(tools).flat();
}

/** Adds the values of a call that a person would have approved. */
function addApproved(history: RunHistory, { decision, effect, sources }: CallJudgement): void {
  if (decision !== 'needs_human' || isGrave(effect)) return;
  for (const { role, value } of sources) history.addApproved({ role, value, by: '' });
}
