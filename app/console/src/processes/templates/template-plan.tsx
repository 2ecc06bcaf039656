import { useMemo, type ReactNode } from 'react';
import { parsePlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { ChatTemplate } from '../../api/chat/chat-queries.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { DraftTable } from '../draft/draft-table.tsx';
import { PlanViews } from '../plan/plan-views.tsx';
import { PlanWarnings } from '../plan/plan-warnings.tsx';
import { planSteps } from '../plan/planned-step.ts';
import { scheduleDraft } from '../plan/schedule-draft.ts';
import { useCalendar } from '../use-calendar.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { usePlanView } from '../use-plan-view.ts';
import { draftOfTemplate } from './draft-of-template.ts';

/** The steps of a template as a table, a graph or a Gantt chart, with the dates of a case for the chosen goal. */
export function TemplatePlan(props: {
  readonly template: ChatTemplate;
  readonly goalDate: string;
}): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  const plan = usePlanView();
  const { today, holidays, error, retry } = useCalendar(true);
  const goal = parsePlainDate(props.goalDate) ?? today;
  const { steps } = useMemo(() => draftOfTemplate(props.template), [props.template]);
  const planned = useMemo(() => {
    const dated = holidays && scheduleDraft({ name: '', steps }, { goal, today, holidays });
    return dated && 'schedule' in dated ? planSteps(steps, dated.schedule) : [];
  }, [steps, goal, today, holidays]);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (holidays === undefined) return <Skeleton rows={4} />;
  const telling = { t, language, goal, holidays };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <PlanWarnings steps={planned} />
      <PlanViews
        {...plan}
        steps={planned}
        today={today}
        telling={telling}
        table={<DraftTable steps={steps} planned={planned} telling={telling} />}
      />
    </div>
  );
}
