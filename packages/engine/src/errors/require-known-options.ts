import { didYouMean } from './did-you-mean.ts';
import type { ErrorCode } from './error-catalog.ts';
import { SekishoError } from './sekisho-error.ts';

/** All options of `T` by name. The compiler reports an option that is missing here or that does not exist. */
export type OptionNames<T> = Readonly<Record<keyof T, unknown>>;

/** The function or option that received the options, and the code of the error. */
export interface OptionPlace {
  /** As it is written in code, for example `createRunner({ store })`. */
  readonly place: string;
  readonly code?: ErrorCode | undefined;
}

/** Throws for options that do not exist. A misspelled option would otherwise be ignored and its default would apply. */
export function requireKnownOptions<T extends object>(
  options: T | undefined,
  names: OptionNames<T>,
  { place, code = 'AGENTS-E-INPUT-INVALID' }: OptionPlace,
): void {
  if (typeof options !== 'object' || options === null) return;
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(names, name));
  if (unknown === undefined) return;
  const known = Object.keys(names);
  const hint = didYouMean(unknown, known) || ` Its options are: ${known.toSorted().join(', ')}.`;
  throw new SekishoError(code, `${place} has no option "${unknown.slice(0, 100)}".${hint}`);
}
