import type { Effect } from '../wire/tool-manifest.ts';

/** The options of a program with which it does nothing besides its effect. Every other option makes a command unknown. */
export interface ProgramOptions {
  /** Letters after one dash, which may be combined and end with a number. */
  readonly short?: string;
  readonly long?: readonly string[];
  /** The largest number of operands. */
  readonly operands?: number;
  /** What every operand has to look like. */
  readonly pattern?: RegExp;
  /** What the first operand has to look like: the program that it runs. */
  readonly script?: RegExp;
  /** The effect on its operands, which are files; a program without it reads. */
  readonly changes?: Effect;
  /** Only the last operand is changed. */
  readonly lastOnly?: boolean;
}

/** One form of a command of git, which applies if a word matches `needs`. */
interface GitForm extends ProgramOptions {
  readonly needs?: RegExp;
}

const options = (short = '', long = ''): ProgramOptions => ({
  short,
  long: long.split(' ').filter((word) => word !== ''),
});

const SEARCH =
  '--include --exclude --exclude-dir --color --count --line-number --ignore-case --recursive --files-with-matches --word-regexp';

const LINES = String.raw`(?:\d+|\$)(?:,(?:\d+|\$))?`;

/** Programs of the shell that read or change files. */
export const PROGRAMS: Readonly<Record<string, ProgramOptions>> = {
  ls: options('aAlhRtSr1Fdsip', '--all --human-readable --recursive --color'),
  cat: options('nbsAevET'),
  head: options('ncqv', '--lines --bytes'),
  tail: options('ncqv', '--lines --bytes'),
  wc: options('lwcmL', '--lines --words'),
  grep: options('nrRilLcvwxEFPohHsqABCemaI', SEARCH),
  rg: options(
    'nilcvwFeABCgtTSUsomN',
    '--type --glob --hidden --files --no-ignore --json --count --line-number --ignore-case',
  ),
  find: options(
    '',
    '-name -iname -path -type -size -mtime -mmin -newer -maxdepth -mindepth -not -o -a -and -or -empty -print -print0 -prune',
  ),
  tree: options('LadIP', '--gitignore --dirsfirst'),
  stat: options('ft', '--format'),
  file: options('bi', '--brief --mime-type'),
  du: options('shadck', '--max-depth'),
  df: options('hT'),
  which: options('a'),
  diff: options('urqwbyN', '--unified --brief --color'),
  cut: options('dfcbs', '--complement'),
  sort: options('nrukthVfb'),
  uniq: { ...options('cdui'), operands: 1 },
  tr: options('dscC'),
  jq: options('rcesnS'),
  // Lines that are printed. Other commands of sed write files and run programs.
  sed: { ...options('nE'), script: new RegExp(`^${LINES}[pq](?:; ?${LINES}[pq])*$`) },
  date: { ...options('uI'), pattern: /^\+/ },
  uname: options('arsmnvo'),
  free: options('hmgb'),
  basename: options(),
  dirname: options(),
  realpath: options(),
  md5sum: options(),
  sha256sum: options(),
  cd: { operands: 1 },
  ...Object.fromEntries(['pwd', 'whoami', 'uptime', 'nproc', 'true'].map((name) => [name, { operands: 0 }])),
  mkdir: { ...options('pv', '--parents'), changes: 'write' },
  touch: { changes: 'write' },
  cp: { ...options('rRavpn', '--recursive'), changes: 'write', lastOnly: true },
  mv: { ...options('vn'), changes: 'write' },
  rm: { ...options('rRfvd', '--recursive --force'), changes: 'delete' },
  rmdir: { ...options('pv'), changes: 'delete' },
};

const HISTORY = options(
  'npsibwSGLC',
  `--oneline --stat --patch --name-only --name-status --graph --all --decorate --cached --staged --short --porcelain --since --until
  --author --grep --follow --no-color --format --pretty --reverse --first-parent --numstat --shortstat --branch --word-diff`.replaceAll(
    /\s+/g,
    ' ',
  ),
);

/** Commands of git, each with the forms that are known. */
export const GIT: Readonly<Record<string, readonly GitForm[]>> = {
  ...Object.fromEntries(
    ['status', 'log', 'diff', 'show', 'blame', 'shortlog'].map((name) => [name, [HISTORY]]),
  ),
  'rev-parse': [options('', '--abbrev-ref --show-toplevel --short --verify')],
  'ls-files': [options('mdo', '--modified --others --exclude-standard')],
  describe: [options('', '--tags --always')],
  grep: [options('nilcwEF')],
  remote: [{ ...options('v'), operands: 0 }],
  branch: [
    { ...options('arv', '--list --show-current --all'), operands: 0 },
    { ...options('dD', '--delete'), needs: /^-/, changes: 'delete' },
    { operands: 2, changes: 'write' },
  ],
  stash: [
    { pattern: /^list$/, needs: /^list$/ },
    { ...options('u'), pattern: /^(?:push|pop|apply)$/, changes: 'write' },
    { pattern: /^(?:drop|clear)$/, changes: 'delete' },
  ],
  tag: [
    { ...options('l', '--list'), needs: /^-/ },
    { operands: 1, changes: 'write' },
  ],
  add: [{ ...options('Auv', '--all --update'), changes: 'write' }],
  commit: [{ ...options('amsvq', '--message --all --signoff --amend --no-edit'), changes: 'write' }],
  switch: [{ ...options('c', '--create'), operands: 1, changes: 'write' }],
  checkout: [
    { ...options('b'), operands: 2, needs: /^-b$/, changes: 'write' },
    { needs: /^--$|[./*]/, changes: 'delete' },
    { operands: 1, changes: 'write' },
  ],
  restore: [
    { ...options('S', '--staged'), needs: /^(?:-S|--staged)$/, changes: 'write' },
    { changes: 'delete' },
  ],
  mv: [{ changes: 'write' }],
  rm: [{ ...options('rf', '--cached'), changes: 'delete' }],
  reset: [{ ...options('q', '--hard'), needs: /^--hard$/, changes: 'delete' }],
  clean: [{ ...options('fdxn'), changes: 'delete' }],
};

const SCRIPT = '(?:tests?|t|lint|types?|typecheck|type-check|check|build|coverage|format:check)(?::[\\w-]+)?';
const TOOLS =
  '(?:vitest|jest|mocha|ava|pytest|unittest|tsc|eslint|oxlint|prettier|biome|ruff|mypy|pyright|flake8|rubocop|phpunit|rspec|tap)';
const RUNNER = new RegExp(
  `^(?:(?:run )?${SCRIPT}|(?:exec|dlx) ${TOOLS}(?: run| check| lint)?|ls|list|outdated)(?= |$)`,
);
const TOOL = new RegExp(`^${TOOLS}(?: run| check| lint)?(?= |$)`);
const TARGET = /^(?:test|check|clippy|vet|build|verify)(?= |$)/;

/** Programs that check or build the workspace, each with the words that it needs for that. */
export const CHECKS: Readonly<Record<string, RegExp | undefined>> = {
  ...Object.fromEntries(['npm', 'pnpm', 'yarn', 'bun'].map((name) => [name, RUNNER])),
  ...Object.fromEntries(['npx', 'bunx', 'uvx'].map((name) => [name, TOOL])),
  ...Object.fromEntries(
    ['python', 'python3'].map((name) => [name, new RegExp(`^-m ${TOOLS}(?: check)?(?= |$)`)]),
  ),
  ...Object.fromEntries(['cargo', 'go', 'dotnet', 'mvn', 'gradle'].map((name) => [name, TARGET])),
  ...Object.fromEntries(
    TOOLS.slice(3, -1)
      .split('|')
      // A tool that only checks needs no word for that.
      .map((name) => [name, /^/]),
  ),
  make: new RegExp(`^${SCRIPT}(?= |$)`),
};
