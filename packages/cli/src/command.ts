import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { LocalizedText } from '@sekisho/engine';

/** The functions of the process that a command may use. */
export interface CommandHost {
  readonly print: (line: string) => void;
  /** Prints an error message to stderr, separate from machine-readable output. */
  readonly complain: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Resolves when the process is requested to stop. */
  readonly stopped: Promise<void>;
  /** Imports a file by its URL, or a package by its name. */
  readonly importModule: (specifier: string) => Promise<object>;
  readonly cwd: string;
  readonly home: string;
  /** The name of the user of this process, for records that name a person. */
  readonly user: string;
  /** The words of a command line that starts this command again. */
  readonly launcher: readonly string[];
  /** The terminal of a person. Undefined when input or output is a file or a pipe. */
  readonly terminal?: Terminal | undefined;
}

/** The streams of a terminal. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** The exit codes of all commands. */
export const EXIT = {
  ok: 0,
  /** The command failed. The message contains the error code. */
  failed: 1,
  /** The command line is not valid. Nothing was done. */
  usage: 2,
  /** The command did its work and found a problem: a log that does not verify, a failed check, a changed decision. */
  found: 3,
} as const;

/** An invalid command line. */
export class UsageError extends Error {}

/** An option of a command. */
export interface OptionDefinition {
  /** The placeholder of the value. An option without one is a flag. */
  readonly value?: string | undefined;
  readonly about: LocalizedText;
}

/** Describes an option. `value` is the placeholder of its value; a flag has none. */
export const option = (value: string | undefined, en: string, ja: string): OptionDefinition => ({
  value,
  about: { en, ja },
});

/** Runs a command. Returns the exit code, or nothing for success. */
type RunCommand = (call: Invocation) => Promise<number | void>;

/** A command: its help, its options and its code, which is loaded when the command is used. */
export interface CommandDefinition {
  /** The arguments after the name. */
  readonly usage: string;
  readonly about: LocalizedText;
  readonly options?: Readonly<Record<string, OptionDefinition>> | undefined;
  /** The number of arguments without an option. The default is none. */
  readonly positionals?: { readonly min: number; readonly max: number } | undefined;
  readonly load: () => Promise<RunCommand>;
}

/** The language of messages. */
export type Language = keyof LocalizedText;

/** One use of a command: its arguments, and how it reports. */
export class Invocation {
  readonly host: CommandHost;
  readonly language: Language;
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;

  constructor(
    host: CommandHost,
    values: Readonly<Record<string, string | boolean | undefined>>,
    positionals: readonly string[],
  ) {
    this.host = host;
    this.positionals = positionals;
    this.#values = values;
    this.language = languageOf(this.text('lang'), host.env);
  }

  get isJson(): boolean {
    return this.flag('json');
  }

  /** The person who acts. Decisions and readings are recorded with this name. */
  get by(): { readonly id: string } {
    return { id: this.text('by') ?? this.host.user };
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  requireText(name: string, why: LocalizedText): string {
    const value = this.text(name);
    if (value) return value;
    throw new UsageError(`--${name}: ${why[this.language]}`);
  }

  number(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    throw new UsageError(
      this.language === 'ja'
        ? `--${name} は整数で指定してください: "${value}"`
        : `--${name} must be a whole number, not "${value}".`,
    );
  }

  /** Returns the error for an argument that is none of the known words. */
  notOneOf(word: string | undefined, known: readonly string[]): UsageError {
    const text = {
      en: `"${word ?? ''}" is not known here. Choose one: ${known.join(', ')}.`,
      ja: `"${word ?? ''}" は指定できません。次から選んでください: ${known.join('、')}`,
    };
    return new UsageError(text[this.language]);
  }

  say(text: LocalizedText): void {
    this.host.print(text[this.language]);
  }

  /** Prints a result: the value as JSON with `--json`, and otherwise the text. */
  report(value: unknown, text: LocalizedText): void {
    if (this.isJson) this.host.print(JSON.stringify(value));
    else this.say(text);
  }
}

/** Throws if the file of `--out` exists: it may be the only copy of what it contains. */
export function requireNewFile({ host, language }: Invocation, file: string): void {
  if (!existsSync(resolve(host.cwd, file))) return;
  const text = {
    en: `${file} exists already and is not replaced. Name another file.`,
    ja: `${file} はすでに存在するため、置き換えません。別の名前を指定してください。`,
  };
  throw Object.assign(new Error(text[language]), { code: 'EEXIST' });
}

/** Returns the language of `--lang`, or else of the locale. */
export function languageOf(chosen: string | undefined, env: CommandHost['env']): Language {
  if (chosen !== undefined && chosen !== 'en' && chosen !== 'ja')
    throw new UsageError(`--lang must be en or ja, not "${chosen}".`);
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '';
  return chosen ?? (/^ja\b|^ja_/i.test(locale) ? 'ja' : 'en');
}
