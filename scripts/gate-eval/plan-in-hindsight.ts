import { effectOfAction } from '../../packages/engine/src/gate/effect-of-action.ts';
import type { DescribedTool } from '../../packages/engine/src/gate/manifest/manifest-registry.ts';
import {
  FREE_ROLES,
  type PlannedAction,
  type TaskPlan,
} from '../../packages/engine/src/gate/plan/task-plan.ts';
import type { RunHistory } from '../../packages/engine/src/gate/provenance/run-history.ts';
import type { RecordedTrace } from '../gate-replay/recorded-trace.ts';
import { leavesOf } from '../../packages/engine/src/gate/provenance/leaves-of.ts';
import { CONTROL_ROLES } from '../../packages/engine/src/wire/tool-manifest.ts';

/** Plans a task with exactly the calls that its legitimate part made, as the upper bound of any planner. */
export function planInHindsight(
  { steps }: RecordedTrace,
  { manifests }: RunHistory,
  tools: readonly DescribedTool[],
): TaskPlan {
  const actions = steps.flatMap((step): PlannedAction[] => {
    const tool = tools.find(({ name }) => name === step.tool);
    if (tool === undefined || step.actor !== 'user') return [];
    const known = manifests.lookUp(tool);
    const names = new Set((leavesOf(step.args, 500) ?? []).map(({ name }) => name));
    return [
      {
        tool: tool.id,
        definition_digest: tool.definition_digest ?? '',
        effect: effectOfAction(known, step.args),
        arguments: [...names].map((name) => {
          const role = CONTROL_ROLES.find((each) => each === known.manifest.arguments[name]) ?? 'target';
          return { name, from: FREE_ROLES.has(role) ? 'free' : 'lookup', tools: ['*'] };
        }),
      },
    ];
  });
  const planned = new Set(actions.map(({ tool }) => tool));
  const left_out = tools.filter(({ id }) => !planned.has(id)).map(({ id }) => id);
  return { v: 1, made_by: 'model', turn: '', actions, left_out };
}
