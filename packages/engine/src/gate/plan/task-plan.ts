import { z } from 'zod';
import type { ValueOrigin } from '../../policy/call-facts.ts';
import { type ControlRole, type Effect, EFFECTS } from '../../wire/tool-manifest.ts';
import type { ValueSource } from '../call-judgement.ts';
import type { DescribedTool } from '../manifest/manifest-registry.ts';

const idSchema = z.string().min(1).max(400);

/** Where the values of an argument may come from. Values of the user, the host and trusted tools are always permitted. */
export const plannedArgumentSchema = z.strictObject({
  /** The argument without indexes, for example `payments.account`. */
  name: z.string().min(1).max(200),
  /** `lookup`: a field that one of `tools` returned. `free`: the model may choose a path, a target or an amount. */
  from: z.enum(['user', 'lookup', 'free']),
  /** The ids of the tools whose fields are permitted, or `*` for any tool. */
  tools: z.array(idSchema).max(20),
});

const plannedActionSchema = z.strictObject({
  tool: idSchema,
  definition_digest: z.string(),
  effect: z.enum(EFFECTS),
  arguments: z.array(plannedArgumentSchema).max(50),
});

/** One tool that the task needs, its effect, and the permitted sources of its values. */
export type PlannedAction = z.infer<typeof plannedActionSchema>;

/** What a task needs, derived from the user's turn before untrusted content is read. */
export const taskPlanSchema = z.strictObject({
  v: z.literal(1),
  made_by: z.enum(['rules', 'model']),
  /** Why the rules made the plan although a model was asked. */
  why: z.string().max(400).optional(),
  /** The digest of the user's text. Another text of the user ends the plan. */
  turn: z.string(),
  actions: z.array(plannedActionSchema).max(200),
  /** The definitions of tools that the planner knew and left out. Other tools are neither inside nor outside. */
  left_out: z.array(z.string()).max(2_000),
});

/** A plan of one turn of the user. */
export type TaskPlan = z.infer<typeof taskPlanSchema>;

/** Whether a call belongs to the plan. `none`: there is no plan. */
export type PlanFit = 'none' | 'inside' | 'unclear' | 'outside';

/** Returns whether a call belongs to a plan. A value from a source that the plan does not permit makes it unclear. */
export function fitOf(
  plan: TaskPlan | undefined,
  { id, definition_digest = '' }: DescribedTool,
  { effect, sources }: { readonly effect: Effect; readonly sources: readonly ValueSource[] },
): PlanFit {
  if (plan === undefined) return 'none';
  const actions = plan.actions.filter(
    (each) => each.tool === id && each.definition_digest === definition_digest,
  );
  if (actions.length === 0) return plan.left_out.includes(definition_digest) ? 'outside' : 'unclear';
  // Only a limited number of values is listed.
  if (sources.length >= MAX_SOURCES) return 'unclear';
  const isInside = actions.some(
    // Arguments can raise the effect of a tool.
    (action) => action.effect === effect && sources.every((source) => isPermitted(action, source)),
  );
  return isInside ? 'inside' : 'unclear';
}

/** The number of values that the gate lists for a call. */
const MAX_SOURCES = 32;

function isPermitted(
  { arguments: planned }: PlannedAction,
  { path, role, origin, tool }: ValueSource,
): boolean {
  if (OWN.has(origin)) return true;
  const name = path.replaceAll(/\[\d+\]/g, '');
  const argument = planned.find((each) => each.name === name);
  switch (argument?.from) {
    case 'lookup':
      return FIELDS.has(origin) && (argument.tools.includes('*') || argument.tools.includes(tool ?? ''));
    case 'free':
      return FREE_ROLES.has(role) && origin !== 'prose' && origin !== 'customer';
    case 'user':
    case undefined:
      return false;
  }
}

const OWN: ReadonlySet<ValueOrigin> = new Set(['user', 'approved', 'session', 'instructions', 'trusted']);
const FIELDS: ReadonlySet<ValueOrigin> = new Set(['anchored', 'lookup', 'field']);
/** A plan cannot let the model choose a recipient, an account, a link, a command or a credential. */
export const FREE_ROLES: ReadonlySet<ControlRole> = new Set(['path', 'target', 'amount']);
