import { CONTROL_ROLES, type ControlRole } from '../../wire/tool-manifest.ts';
import { compareWording } from '../intent/judge-intent.ts';
import type { Planner, PlanRequest } from './planner.ts';
import { FREE_ROLES, type PlannedAction, type TaskPlan } from './task-plan.ts';

/**
 * Plans by comparing the wording of each tool with the user's request. It knows only what the request names, so it never
 * says that a tool is outside of the task, and its plan permits nothing that the rules would not allow.
 */
export class RulePlanner implements Planner {
  plan({ turn, user, tools }: PlanRequest): TaskPlan {
    const actions = tools.flatMap(({ tool, known }): PlannedAction[] => {
      const { manifest, wording } = known;
      const { hasVerb, hasEffect, hasNoun } = compareWording(wording, manifest.effect, user);
      if (manifest.effect === 'read' || !hasNoun || !(hasVerb || hasEffect)) return [];
      return [
        {
          tool: tool.id,
          definition_digest: tool.definition_digest ?? '',
          effect: manifest.effect,
          arguments: Object.entries(manifest.arguments).flatMap(([name, role]) =>
            isControl(role) ? [{ name, from: FREE_ROLES.has(role) ? 'free' : 'lookup', tools: ['*'] }] : [],
          ),
        },
      ];
    });
    return { v: 1, made_by: 'rules', turn, actions: actions.slice(0, 200), left_out: [] };
  }
}

const isControl = (role: string): role is ControlRole => CONTROL_ROLES.some((each) => each === role);
