import type { HolidayCalendar } from '../../../../server/src/domain/business-calendar.ts';
import type { PlainDate } from '../../../../server/src/domain/plain-date.ts';
import type { Language } from '../../i18n/language.ts';
import { countBusinessDays } from './count-business-days.ts';
import { formatDay } from './format-day.ts';
import type { PlannedStep } from './planned-step.ts';
import type { ChatTranslate } from './use-chat-words.ts';

/** The reference dates of displayed dates. */
export type StepDateContext = {
  say: ChatTranslate;
  language: Language;
  goal: PlainDate;
  holidays: HolidayCalendar;
};

/** Describes the distance of a date from the goal. */
export function describeDistance(due: PlainDate, { say, goal, holidays }: StepDateContext): string {
  const days = countBusinessDays(goal, due, holidays);
  if (days === 0) return say('step.onGoal');
  return say(days < 0 ? 'step.before' : 'step.after', { count: Math.abs(days) });
}

/** Describes everything that a view displays about a step, in sentences. */
export function describeStep(step: PlannedStep, telling: StepDateContext): string {
  const { say, language } = telling;
  const { seq, name, due, follows, warnings, isCritical } = step;
  const parts = [
    say('summary.draft', {
      seq,
      name,
      date: formatDay(due, language),
      distance: describeDistance(due, telling),
    }),
    follows.length > 0 ? say('summary.after', { seqs: follows.join(', ') }) : '',
    isCritical ? `${say('step.critical')}: ${say('step.critical.hint')}` : '',
    ...warnings.map((warning) => say(`warning.${warning}`, { seq })),
  ];
  return parts.filter((part) => part !== '').join(' ');
}
