import type { Change, Versioned } from '../../storage/versioned.ts';

/** A period in which the company is closed. Both dates are days in the form YYYY-MM-DD. */
export type CompanyHoliday = { readonly first: string; readonly last: string; readonly name: string };

/** Stores the company holidays, one list for all users. */
export interface HolidayStore {
  getHolidays(): Promise<Versioned<readonly CompanyHoliday[]> | undefined>;
  /** Returns false when the version is not the current one. The first list is based on version 0. */
  putHolidays(holidays: readonly CompanyHoliday[], change: Change): Promise<boolean>;
}
