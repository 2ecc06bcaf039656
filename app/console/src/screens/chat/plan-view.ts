/** The ways to look at a plan. */
export const PLAN_VIEWS = ['table', 'graph', 'gantt'] as const;

/** One way to look at a plan. */
export type PlanView = (typeof PLAN_VIEWS)[number];
