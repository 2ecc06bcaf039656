import { useNavigate, useSearch } from '@tanstack/react-router';
import { PLAN_VIEWS, type PlanView } from './plan/plan-view.ts';

/** Returns the view of the plan, which is stored in the address, and the function that changes it. */
export function usePlanView() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    view: PLAN_VIEWS.find((view) => view === search['view']) ?? 'table',
    onView: (view: PlanView) =>
      void navigate({ to: '.', search: (before) => ({ ...before, view }), replace: true }),
  };
}
