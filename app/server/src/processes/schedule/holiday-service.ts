import { ConsoleError } from '../../errors/console-error.ts';
import type { Identity } from '../../identity/identity.ts';
import { addDaysOff, type DaysOff, type HolidayCalendar } from './business-calendar.ts';
import type { CompanyHoliday, HolidayStore } from './holiday-store.ts';
import { formatPlainDate, parsePlainDate, todayInJapan } from './plain-date.ts';

/** How many days of the past the list of public holidays contains, for the charts of old cases. */
const PAST_DAYS = 1100;
// A longer period is probably a mistake in the year, and would move every date behind it.
const MAX_DAYS = 62;

/** Reads and replaces the company holidays. */
export class HolidayService {
  readonly #store: HolidayStore;
  readonly #publicHolidays: HolidayCalendar;
  readonly #record: (facts: { periods: number; version: number }, identity: Identity) => Promise<void>;
  readonly #clock: () => number;

  constructor(options: {
    store: HolidayStore;
    publicHolidays: HolidayCalendar;
    /** Appends a change to the audit log. */
    record: (facts: { periods: number; version: number }, identity: Identity) => Promise<void>;
    clock: () => number;
  }) {
    this.#store = options.store;
    this.#publicHolidays = options.publicHolidays;
    this.#record = options.record;
    this.#clock = options.clock;
  }

  /** Returns the company holidays, and the public holidays for a client that computes dates itself. */
  async get() {
    const { isHoliday, lastKnown } = this.#publicHolidays;
    const first = todayInJapan(this.#clock()) - PAST_DAYS;
    const days = Array.from({ length: Math.max(0, lastKnown - first + 1) }, (_, index) => first + index);
    const found = await this.#store.getHolidays();
    return {
      items: [...(found?.value ?? [])],
      version: found?.version ?? 0,
      changed_by: found?.changed_by ?? null,
      changed_at: found?.changed_at ?? null,
      public_holidays: days.filter(isHoliday).map(formatPlainDate),
      known_until: formatPlainDate(lastKnown),
    };
  }

  /** Replaces the list. Dates of existing cases change only when a case is replanned. */
  async replace(
    { version, items }: { version: number; items: readonly CompanyHoliday[] },
    identity: Identity,
  ) {
    const sorted = items.toSorted((one, other) => one.first.localeCompare(other.first));
    for (const item of sorted) readPeriod(item);
    const change = { version, by: identity.id, now: this.#clock() };
    if (!(await this.#store.putHolidays(sorted, change))) {
      const { version: current, changed_by, changed_at } = await this.get();
      throw new ConsoleError(
        'VersionConflict',
        'The holidays were changed by another user. Read them again.',
        { version: current, changed_by, changed_at },
      );
    }
    await this.#record({ periods: sorted.length, version: version + 1 }, identity);
    return this.get();
  }
}

/** Returns the calendar with the current company holidays. Servers that share a store use the same list. */
export async function readCalendar(store: HolidayStore, publicHolidays: HolidayCalendar) {
  const found = await store.getHolidays();
  return addDaysOff(publicHolidays, (found?.value ?? []).map(readPeriod));
}

function readPeriod({ first, last, name }: CompanyHoliday): DaysOff {
  const period = { first: parsePlainDate(first), last: parsePlainDate(last) };
  if (period.first === undefined || period.last === undefined || period.last < period.first)
    throw new ConsoleError(
      'InvalidRequest',
      `The holiday "${name}" needs a first and a last day in the form YYYY-MM-DD, in this order.`,
    );
  if (period.last - period.first >= MAX_DAYS)
    throw new ConsoleError(
      'InvalidRequest',
      `The holiday "${name}" is longer than ${MAX_DAYS} days. Divide it into shorter periods.`,
    );
  return { first: period.first, last: period.last };
}
