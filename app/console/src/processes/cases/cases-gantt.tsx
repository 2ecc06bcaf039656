import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { parsePlainDate, type PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import { usePreferences } from '../../preferences/use-preferences.ts';
import { ErrorState } from '../../ui/display/error-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import type { GanttTone } from '../../ui/gantt/gantt-row.ts';
import { formatDay } from '../format-day.ts';
import { DayGantt } from '../plan/day-gantt.tsx';
import { middleOf } from '../plan/find-days-off.ts';
import { useCalendar } from '../use-calendar.ts';
import { useChatTexts } from '../use-chat-texts.ts';
import { CASE_STATES, nextStepOf, type CaseState, type StatedCase } from './case-state.ts';

/** All cases over time, each from its first step to its goal. A bar opens its case. */
export function CasesGantt(props: {
  readonly items: readonly StatedCase[];
  readonly today: PlainDate;
}): ReactNode {
  const t = useChatTexts();
  const { language } = usePreferences();
  const navigate = useNavigate();
  const { holidays, error, retry } = useCalendar(true);
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  if (holidays === undefined) return <Skeleton />;
  const spans = props.items.map((item) => {
    const goal = parsePlainDate(item.goalDate) ?? props.today;
    const days = [goal, ...item.steps.map(({ dueDate }) => parsePlainDate(dueDate) ?? goal)];
    return { item, goal, first: Math.min(...days), last: Math.max(...days) };
  });
  return (
    <DayGantt
      label={t('gantt.cases')}
      today={props.today}
      holidays={holidays}
      days={spans.flatMap(({ first, last }) => [first, last])}
      rows={spans.map(({ item, goal, first, last }) => {
        const next = nextStepOf(item.steps);
        return {
          id: item.id,
          label: item.name,
          from: middleOf(first),
          to: middleOf(last),
          look: 'bar',
          tone: TONES[item.state],
          summary: t('gantt.case', {
            name: item.name,
            state: t(`cases.state.${item.state}`),
            who: next?.assignee ?? t('cases.unassigned'),
            date: formatDay(goal, language),
          }),
        };
      })}
      legend={CASE_STATES.map((state) => [COLORS[state], t(`cases.state.${state}`)] as const)}
      onSelect={(caseId) =>
        void navigate({ to: '/chat/cases/$caseId', params: { caseId }, search: (before) => before })
      }
    />
  );
}

/** The classes of the colors that the chart uses for the tones. */
const COLORS: Readonly<Record<CaseState, string>> = {
  late: 'bg-bad',
  doing: 'bg-info',
  todo: 'bg-soft',
  done: 'bg-good',
};

const TONES: Readonly<Record<CaseState, GanttTone>> = {
  late: 'bad',
  doing: 'info',
  todo: 'neutral',
  done: 'good',
};
