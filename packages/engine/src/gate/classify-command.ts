import { createRequire } from 'node:module';
import type * as Shell from 'unbash';
import { type Effect, EFFECTS } from '../wire/tool-manifest.ts';
import { CHECKS, GIT, PROGRAMS, type ProgramOptions } from './known-programs.ts';

/** What a command line does, and the files that it changes. */
export interface ClassifiedCommand {
  readonly effect: Effect;
  readonly files: readonly string[];
}

const MAX_CHARACTERS = 1_000;
const MAX_SHELLS = 1;

/**
 * Classifies a command line of which every word is known: as a read, or as a change or deletion of files of the workspace.
 * Returns undefined for everything else, because an unknown program, option or expansion can do anything. A file with an
 * absolute path is part of the workspace if it is inside of `folder`.
 */
export function classifyCommand(text: string, folder?: string): ClassifiedCommand | undefined {
  // The effect and the values of a call are determined one after the other.
  if (text !== last.text || folder !== last.folder)
    last = { text, folder, result: classify(text, { folder, depth: 0 }) };
  return last.result;
}

let last: { readonly text: string; readonly folder: string | undefined; readonly result: Part } = {
  text: '',
  folder: undefined,
  result: undefined,
};

/** Where a command runs: the folder of the workspace, if it is known, and the number of shells around the command. */
interface Place {
  readonly folder: string | undefined;
  readonly depth: number;
}

function classify(text: string, place: Place): Part {
  if (text.trim() === '' || text.length > MAX_CHARACTERS || place.depth > MAX_SHELLS) return undefined;
  const { commands, errors = [] } = shell().parse(text);
  if (errors.length > 0 || commands.length === 0) return undefined;
  return combine(
    commands.map(({ command, background }) => (background ? undefined : ofNode(command, place))),
  );
}

type Part = ClassifiedCommand | undefined;

const READ: ClassifiedCommand = { effect: 'read', files: [] };

function combine(parts: readonly Part[]): Part {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const effect = EFFECTS.toReversed().find((each) => known.some((part) => part.effect === each));
  return { effect: effect ?? 'read', files: known.flatMap(({ files }) => files) };
}

function ofNode(node: Shell.Statement['command'], place: Place): Part {
  if (node.type === 'AndOr') return combine(node.commands.map((each) => ofNode(each, place)));
  if (node.type === 'Pipeline')
    return node.prefixes.length > 0 ? undefined : combine(node.commands.map((each) => ofNode(each, place)));
  if (node.type !== 'Command' || node.name === undefined || node.prefix.length > 0) return undefined;
  const words = [node.name, ...node.args].map(literalOf);
  const [program, ...rest] = words.filter((word) => word !== undefined);
  if (program === undefined || rest.length + 1 < words.length) return undefined;
  return combine([
    SHELLS.has(program) ? ofShell(rest, place) : ofProgram(program, rest, place),
    ...node.redirects.map((each) => ofRedirection(each, place)),
  ]);
}

/** `bash -lc "cat a"` does what its only command does. */
function ofShell(words: readonly string[], place: Place): Part {
  const [option = '', text = '', ...others] = words;
  if (!/^-l?c$/.test(option) || others.length > 0) return undefined;
  return classify(text, { ...place, depth: place.depth + 1 });
}

const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  '/bin/sh',
  '/bin/bash',
  '/bin/zsh',
]);

/** A redirection to a file writes it. */
function ofRedirection(redirection: Shell.Redirection, { folder }: Place): Part {
  if (redirection.type !== 'Redirect' || redirection.target === undefined) return undefined;
  const { operator, target } = redirection;
  const file = literalOf(target);
  if (file === undefined) return undefined;
  if (operator === '>&' && /^\d$/.test(file)) return READ;
  if (file === '/dev/null') return READ;
  if (isOutside(file, folder) || /[*?[]/.test(file)) return undefined;
  if (operator === '<') return READ;
  return operator === '<>' || operator === '<&' ? undefined : { effect: 'write', files: [file] };
}

/** Returns the value of a word without expansions other than patterns of file names. */
function literalOf(word: Shell.CommandArgument): string | undefined {
  if (word.type !== 'Word') return undefined;
  const isLiteral = (word.parts ?? []).every(
    (part) =>
      part.type === 'Literal' ||
      (part.type === 'Glob' && part.kind !== 'bracket') ||
      // The shell of Windows does not know single quotes.
      (part.type === 'SingleQuoted' && !/[&|<>^%\n\r]/.test(part.value)) ||
      (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal')),
  );
  return isLiteral && !UNPRINTABLE.test(word.value) ? word.value : undefined;
}

const UNPRINTABLE = /\p{Cc}|\p{Cf}/u;

function ofProgram(program: string, words: readonly string[], { folder }: Place): Part {
  // A link makes a reader fetch something, and a file outside of the workspace is not part of the work.
  const isForeign = (word: string) => isOutside(word.slice(word.indexOf('=') + 1), folder);
  if (words.some((word) => word.includes('://') || isForeign(word))) return undefined;
  if (program === 'git') return ofGit(words);
  const check = CHECKS[program];
  if (check !== undefined) return isCheck(words, check) ? READ : undefined;
  const options = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  return options && ofKnownProgram(words, options);
}

function ofKnownProgram(words: readonly string[], options: ProgramOptions): Part {
  const operands = operandsOf(words, options);
  if (operands === undefined || operands.length > (options.operands ?? Infinity)) return undefined;
  if (!operands.every((word) => fits(word, options))) return undefined;
  if (options.script !== undefined && !options.script.test(operands[0] ?? '')) return undefined;
  if (options.changes === undefined) return READ;
  return { effect: options.changes, files: options.lastOnly ? operands.slice(-1) : operands };
}

const fits = (operand: string, { pattern }: ProgramOptions) => pattern === undefined || pattern.test(operand);

/** An absolute path outside of the workspace, the home folder, a folder above, or another drive. */
function isOutside(word: string, folder: string | undefined): boolean {
  if (/^~|(?:^|[/\\])\.\.(?:$|[/\\])/.test(word)) return true;
  if (!/^[/\\]|^\w:/.test(word) || word === '/dev/null') return false;
  return folder === undefined || (word !== folder && !word.startsWith(`${folder}/`));
}

function ofGit(words: readonly string[]): Part {
  const [command = '', ...rest] = words[0] === '--no-pager' ? words.slice(1) : words;
  for (const form of Object.hasOwn(GIT, command) ? (GIT[command] ?? []) : []) {
    const operands = operandsOf(rest, form);
    if (operands === undefined || operands.length > (form.operands ?? Infinity)) continue;
    if (form.needs !== undefined && !rest.some((word) => form.needs?.test(word))) continue;
    if (operands.some((word) => !fits(word, form))) continue;
    return { effect: form.changes ?? 'read', files: form.changes === 'delete' ? operands : [] };
  }
  return undefined;
}

/** Tests, linters and builds of the workspace are reads: they run what the workspace contains. */
function isCheck(words: readonly string[], script: RegExp): boolean {
  const separator = words.indexOf('--');
  const [own, passed] = separator < 0 ? [words, []] : [words.slice(0, separator), words.slice(separator + 1)];
  const named = /^[\w:. -]*/.exec(own.join(' '))?.[0] ?? '';
  const match = script.exec(named);
  if (match === null || match.index !== 0) return false;
  const rest = own.slice(match[0].trim() === '' ? 0 : match[0].trim().split(' ').length);
  return operandsOf([...rest, ...passed], CHECK_OPTIONS)?.every((word) => !word.includes('=')) ?? false;
}

/** Returns the words that are not options, or undefined if an option is unknown. */
function operandsOf(
  words: readonly string[],
  { short = '', long = [] }: ProgramOptions,
): string[] | undefined {
  const operands: string[] = [];
  const end = words.indexOf('--');
  for (const [index, word] of words.entries()) {
    if (word === '--' || (end >= 0 && index > end)) {
      if (word !== '--') operands.push(word);
      continue;
    }
    if (!word.startsWith('-') || word === '-') operands.push(word);
    else if (/^-\d+$/.test(word) || long.includes(word.replace(/=.*$/s, ''))) continue;
    else if (!isShort(word, short)) return undefined;
  }
  return operands;
}

/** Letters that may be combined, with a number at the end: `-la`, `-n5`. */
function isShort(word: string, letters: string): boolean {
  const combined = word.slice(1).replace(/\d+$/, '').split('');
  return combined.length > 0 && combined.every((letter) => letters.includes(letter));
}

const CHECK_OPTIONS: ProgramOptions = {
  short: 'qvxsktl',
  long: `--verbose --quiet --silent --run --no-watch --watch --coverage --bail --maxfail --lf --tb --no-cov --release --workspace --all
    --all-targets --features --lib --noEmit --pretty --grep --testNamePattern --ci --runInBand --check --list --json --profile --if-present
    -run -count -race -short -bench -cover --stacktrace --omit --production`.split(/\s+/),
};

let loaded: typeof Shell | undefined;

/** Most runs have no commands, so the parser is loaded with the first one. */
function shell(): typeof Shell {
  return (loaded ??= createRequire(import.meta.url)('unbash'));
}
