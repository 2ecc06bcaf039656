import { parseArgs } from 'node:util';
import type { LocalizedText } from '@sekisho/engine';
import { COMMANDS, GLOBAL_OPTIONS } from './commands.ts';
import {
  EXIT,
  Invocation,
  languageOf,
  UsageError,
  type CommandDefinition,
  type CommandHost,
  type Language,
} from './command.ts';
import { readVersion } from './version.ts';
import { visibleText } from './visible-text.ts';

/** Runs a command and returns the exit code. */
export async function runCli(args: readonly string[], given: CommandHost): Promise<number> {
  const host = withVisibleText(given);
  const found = findCommand(args);
  const isHelp = args[0] === undefined || args[0] === 'help' || args.some(asksForHelp);
  if (args[0] === '--version') {
    host.print(readVersion());
    return EXIT.ok;
  }
  // What follows these commands belongs to another program or to the launcher.
  if (found?.name === 'proxy') return runProxy(found.rest, host);
  try {
    if (isHelp) {
      const topic = args[0] === 'help' ? findCommand(args.slice(1)) : found;
      host.print(helpText(topic, languageOf(optionOf(args, '--lang'), host.env)));
      return EXIT.ok;
    }
    if (!found) throw new UsageError(unknownCommand(args, languageOf(optionOf(args, '--lang'), host.env)));
    const call = readArguments(found.command, found.rest, host);
    return (await (await found.command.load())(call)) ?? EXIT.ok;
  } catch (error) {
    return await complain(error, args, found, host);
  }
}

const withVisibleText = (host: CommandHost): CommandHost => ({
  ...host,
  print: (line) => host.print(visibleText(line)),
  complain: (line) => host.complain(visibleText(line)),
});

interface FoundCommand {
  readonly name: string;
  readonly command: CommandDefinition;
  readonly rest: readonly string[];
}

/** Returns the command with the longest name, such as "policy test", and the arguments after it. */
function findCommand(args: readonly string[]): FoundCommand | undefined {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command && args.length >= words) return { name, command, rest: args.slice(words) };
  }
  return undefined;
}

const asksForHelp = (word: string) => word === '--help' || word === '-h';

function optionOf(args: readonly string[], name: string): string | undefined {
  const index = args.indexOf(name);
  return index < 0 ? args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) : args[index + 1];
}

function readArguments(
  { options = {}, positionals: { min, max } = { min: 0, max: 0 }, usage }: CommandDefinition,
  args: readonly string[],
  host: CommandHost,
): Invocation {
  const known = Object.entries({ ...options, ...GLOBAL_OPTIONS });
  const config = known.map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const language = languageOf(optionOf(args, '--lang'), host.env);
  const parsed = parse(args, Object.fromEntries(config), language);
  const call = new Invocation(host, parsed.values, parsed.positionals);
  const { length } = parsed.positionals;
  if (length >= min && length <= max) return call;
  const stray = parsed.positionals[max];
  throw new UsageError(
    stray === undefined
      ? { en: `Something is missing: ${usage}`, ja: `引数が不足しています: ${usage}` }[call.language]
      : { en: `"${stray}" is one argument too many.`, ja: `余分な引数です: "${stray}"` }[call.language],
  );
}

function parse(
  args: readonly string[],
  options: Record<string, { type: 'boolean' | 'string' }>,
  language: Language,
) {
  try {
    return parseArgs({ args: joinValues(args, options), allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(describeBadOption(messageOf(error), Object.keys(options))[language]);
  }
}

/** Replaces the message of `parseArgs`, which is English, with one that lists the options. */
function describeBadOption(problem: string, options: readonly string[]): LocalizedText {
  const [name = ''] = /(?<=')-{1,2}[^\s',]+/.exec(problem) ?? [];
  if (problem.includes('argument missing') || problem.includes('is ambiguous'))
    return {
      en: `The option "${name}" needs a value.`,
      ja: `オプション "${name}" には値が必要です。`,
    };
  if (problem.includes('does not take an argument'))
    return {
      en: `The option "${name}" takes no value.`,
      ja: `オプション "${name}" に値は指定できません。`,
    };
  const known = options.map((option) => `--${option}`);
  return {
    en: `There is no option "${name}". Options: ${known.join(', ')}.`,
    ja: `オプション "${name}" はありません。指定できるオプション: ${known.join('、')}`,
  };
}

/** Joins options and their values, because a value such as a digest may begin with a hyphen. */
function joinValues(args: readonly string[], options: Readonly<Record<string, { type: string }>>): string[] {
  const joined: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [arg = '', value] = args.slice(index);
    const isText = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string';
    if (isText && value !== undefined && !value.startsWith('--')) {
      joined.push(`${arg}=${value}`);
      index += 1;
    } else joined.push(arg);
  }
  return joined;
}

/** What the user wrote before a call, if a hook of the client reported it. */
const wordsOf = async (directory: string, callId: string) =>
  (await import('./hook/up.ts')).wordsOfCall(directory, callId);

async function runProxy(args: readonly string[], host: CommandHost): Promise<number> {
  try {
    return await (await import('@sekisho/proxy')).runProxyCommand(args, { ...host, wordsOf });
  } catch (error) {
    // The arguments after "--" belong to the server.
    const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
    host.complain(`${messageOf(error)}${await inJapanese(error, own, host)}`);
    return EXIT.failed;
  }
}

async function complain(
  error: unknown,
  args: readonly string[],
  found: FoundCommand | undefined,
  host: CommandHost,
): Promise<number> {
  const isUsage = error instanceof UsageError;
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const help = found ? `sekisho ${found.name} --help` : 'sekisho --help';
  if (args.includes('--json')) {
    const kind = isUsage ? 'USAGE' : (code ?? 'FAILED');
    host.complain(JSON.stringify({ error: { code: kind, message: messageOf(error) } }));
  } else
    host.complain(
      isUsage ? `${messageOf(error)}\n${help}` : `${messageOf(error)}${await inJapanese(error, args, host)}`,
    );
  return isUsage ? EXIT.usage : EXIT.failed;
}

/** The messages of the engine are English. Its catalog says what each code means and what to do, also in Japanese. */
async function inJapanese(error: unknown, args: readonly string[], { env }: CommandHost): Promise<string> {
  const isJapanese = (optionOf(args, '--lang') ?? languageOf(undefined, env)) === 'ja';
  if (!isJapanese || !(error instanceof Error && 'category' in error && 'code' in error)) return '';
  const { ERROR_CATALOG } = await import('@sekisho/engine');
  const entry = Object.entries(ERROR_CATALOG).find(([code]) => code === error.code)?.[1];
  return entry ? `\n${entry.cause.ja}${entry.remedy.ja}` : '';
}

function unknownCommand(args: readonly string[], language: Language): string {
  const name = args[0] ?? '';
  const group = Object.keys(COMMANDS).filter((each) => each.startsWith(`${name} `));
  if (group.length > 0)
    return { en: `Choose one: ${group.join(', ')}.`, ja: `次から選んでください: ${group.join('、')}` }[
      language
    ];
  return {
    en: `There is no command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}.`,
    ja: `コマンド "${name}" はありません。コマンド: ${Object.keys(COMMANDS).join('、')}`,
  }[language];
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Returns the help of one command, or the list of all commands. */
function helpText(found: FoundCommand | undefined, language: Language): string {
  if (!found) {
    const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;
    const lines = Object.entries(COMMANDS).map(
      ([name, { about }]) => `  ${name.padEnd(width)}${firstSentence(about[language])}`,
    );
    return [TITLE[language], '', ...lines, '', MORE[language]].join('\n');
  }
  const { name, command } = found;
  const options = Object.entries({ ...command.options, ...GLOBAL_OPTIONS }).map(
    ([option, { value, about }]) =>
      `  --${`${option}${value === undefined ? '' : ` ${value}`}`.padEnd(20)} ${about[language]}`,
  );
  return [`sekisho ${name} ${command.usage}`.trim(), '', command.about[language], '', ...options].join('\n');
}

const firstSentence = (text: string) => /^.*?(?:\.(?=\s|$)|。)/s.exec(text)?.[0] ?? text;

const TITLE = {
  en: 'sekisho <command> [options]: a gate between agents and their tools.',
  ja: 'sekisho <コマンド> [オプション]: エージェントとツールの間に置く関所です。',
} as const;

const MORE = {
  en: 'sekisho <command> --help shows the options. Exit codes: 0 success, 1 failure, 2 invalid command line, 3 a problem was found.',
  ja: 'オプションは sekisho <コマンド> --help で表示します。終了コード: 0 成功、1 失敗、2 引数の誤り、3 問題の検出。',
} as const;
