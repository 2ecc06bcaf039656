import { formatDuration } from '../format/format-duration.ts';
import type { Language } from '../../i18n/language.ts';
import type { TimeScale } from './create-time-scale.ts';

/** A line of the time axis with its label. */
export type Tick = { at: number; x: number; label: string };

const DAY_MS = 86_400_000;
const MIN_DATE_WIDTH = 36;
const MIN_LABEL_WIDTH = 56;
/** The distance of a label from its line. */
export const LABEL_OFFSET = 3;
const STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
  172_800_000, 604_800_000,
];

/** Creates ticks for a scale of days: every day, every Monday or the first of every month, depending on the space. */
export function createDayTicks(scale: TimeScale, language: Language): Tick[] {
  const dayWidth = (scale.width * DAY_MS) / (scale.to - scale.from);
  const isWanted = chooseDays(dayWidth);
  const format = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
  const first = Math.ceil(scale.from / DAY_MS);
  const last = Math.floor(scale.to / DAY_MS);
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * DAY_MS);
  const ticks = days.filter(isWanted).map((at) => ({ at, x: scale.toX(at), label: format.format(at) }));
  return dropCrowded(ticks, scale, MIN_DATE_WIDTH);
}

function chooseDays(dayWidth: number): (at: number) => boolean {
  if (dayWidth >= MIN_DATE_WIDTH) return () => true;
  if (dayWidth * 7 >= MIN_DATE_WIDTH / 2) return (at) => new Date(at).getUTCDay() === 1;
  return (at) => new Date(at).getUTCDate() === 1;
}

/** Creates ticks for a scale of elapsed time, counted from its beginning in round steps. */
export function createDurationTicks(scale: TimeScale, language: Language): Tick[] {
  const hidden = scale.gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const shown = scale.to - scale.from - hidden;
  const wanted = (shown * MIN_LABEL_WIDTH * 1.5) / Math.max(1, scale.width);
  const step = STEPS_MS.find((candidate) => candidate >= wanted) ?? Math.ceil(wanted / DAY_MS) * DAY_MS;
  // After a gap the ticks continue from its end, so that no tick is in time that is not displayed.
  const stretches = [scale.from, ...scale.gaps.map(({ to }) => to)].map((from, index) => ({
    from: Math.ceil((from - scale.from) / step) * step + scale.from,
    to: scale.gaps[index]?.from ?? scale.to,
  }));
  const times = stretches.flatMap(({ from, to }) =>
    Array.from(
      { length: Math.max(0, Math.floor((to - from) / step) + 1) },
      (_, index) => from + index * step,
    ),
  );
  const ticks = times.map((at) => ({
    at,
    x: scale.toX(at),
    label: formatDuration(at - scale.from, language),
  }));
  return dropCrowded(ticks, scale, MIN_LABEL_WIDTH);
}

function dropCrowded(ticks: readonly Tick[], { width }: TimeScale, room: number): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    const isFree = last === undefined || tick.x - last.x >= room - 0.5;
    if (isFree && tick.x + LABEL_OFFSET + widthOf(tick.label) <= width) kept.push(tick);
  }
  return kept;
}

/** The width of a label of 11 px in a wide font. */
const widthOf = (label: string) =>
  Array.from(label).reduce(
    (sum, character) => sum + (/[ /.:]/u.test(character) ? 4 : /[m\u3000-\uffff]/u.test(character) ? 11 : 7),
    0,
  );
