import type { HolidayCalendar } from '../../../../server/src/processes/schedule/business-calendar.ts';
import type { PlainDate } from '../../../../server/src/processes/schedule/plain-date.ts';
import type { Language } from '../../i18n/language.ts';
import { countBusinessDays } from './count-business-days.ts';
import { formatDay } from '../format-day.ts';
import type { PlannedStep } from './planned-step.ts';
import type { ChatTranslate } from '../use-chat-texts.ts';

/** The reference dates of displayed dates. */
export type StepDateContext = {
  t: ChatTranslate;
  language: Language;
  goal: PlainDate;
  holidays: HolidayCalendar;
};

/** Describes the distance of a date from the goal. */
export function describeDistance(due: PlainDate, { t, goal, holidays }: StepDateContext): string {
  const days = countBusinessDays(goal, due, holidays);
  if (days === 0) return t('step.onGoal');
  return t(days < 0 ? 'step.before' : 'step.after', { count: Math.abs(days) });
}

/** Describes everything that a view displays about a step, in sentences. */
export function describeStep(step: PlannedStep, telling: StepDateContext): string {
  const { t, language } = telling;
  const { seq, name, due, follows, warnings, isCritical } = step;
  const parts = [
    t('summary.draft', {
      seq,
      name,
      date: formatDay(due, language),
      distance: describeDistance(due, telling),
    }),
    follows.length > 0 ? t('summary.after', { seqs: follows.join(', ') }) : '',
    isCritical ? `${t('step.critical')}: ${t('step.critical.hint')}` : '',
    ...warnings.map((warning) => t(`warning.${warning}`, { seq })),
  ];
  return parts.filter((part) => part !== '').join(' ');
}
