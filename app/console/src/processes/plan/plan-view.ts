/** The views of a plan. */
export const PLAN_VIEWS = ['table', 'graph', 'gantt'] as const;

/** One view of a plan. */
export type PlanView = (typeof PLAN_VIEWS)[number];
