import { parseArgs } from 'node:util';
import { LANGUAGES, languageOf, type Language } from './language.ts';

/** The options after `npm run story --`. */
export interface StoryOptions {
  readonly lang: Language;
  /** The decision, for use without a terminal. */
  readonly answer: 'y' | 'n' | undefined;
  /** Whether to keep the folder of the example. */
  readonly keep: boolean;
  readonly help: boolean;
}

/** Parses the command line. Throws an error that names an invalid option. */
export function readStoryOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): StoryOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      answer: { type: 'string' },
      lang: { type: 'string' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  return {
    lang: oneOf('--lang', values.lang, LANGUAGES) ?? languageOf(env),
    answer: oneOf('--answer', values.answer, ['y', 'n'] as const),
    keep: values.keep,
    help: values.help,
  };
}

function oneOf<T extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const known = allowed.find((each) => each === value);
  if (known !== undefined) return known;
  throw new Error(`${option} must be ${allowed.join(' or ')}, but is "${value}".`);
}
