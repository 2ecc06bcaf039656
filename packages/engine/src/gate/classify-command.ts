import type { Effect } from '../wire/tool-manifest.ts';

const MAX_CHARACTERS = 400;

/**
 * Returns `read` for a command line that only inspects or checks a workspace, and undefined for every other one. Words decide,
 * not a grammar of the shell: a line with a quote, an expansion, a redirection or a background job is never such a command.
 */
export function effectOfCommand(text: string): Effect | undefined {
  const line = text.trim();
  if (line === '' || line.length > MAX_CHARACTERS || /[`$<>\\'"(){}\n\r;~*?[\]!#]|(?<!&)&(?!&)/.test(line))
    return undefined;
  return line.split(/&&|\|\|?/).every((part) => isInspection(part.trim().split(/\s+/))) ? 'read' : undefined;
}

function isInspection([program = '', ...words]: readonly string[]): boolean {
  if (
    words.some(
      (word) => WRITING_OPTION.test(word) || /^(?:\/(?!dev\/null$)|\.\.)/.test(word) || word.includes('../'),
    )
  )
    return false;
  const [first = '', second = ''] = words;
  if (program === 'git')
    return GIT_READS.has(first) && !(first === 'branch' && words.length > 2) && !first.startsWith('-');
  if (READERS.has(program)) return true;
  if (PACKAGE_RUNNERS.has(program)) {
    const script = first === 'run' ? second : first;
    return first === 'exec' || first === 'dlx' ? CHECKERS.has(second) : CHECK_SCRIPT.test(script);
  }
  if (program === 'npx' || program === 'bunx' || program === 'uvx') return CHECKERS.has(first);
  if (program === 'python' || program === 'python3') return first === '-m' && CHECKERS.has(second);
  if (
    program === 'cargo' ||
    program === 'go' ||
    program === 'dotnet' ||
    program === 'mvn' ||
    program === 'gradle'
  )
    return /^(?:test|check|clippy|vet|build|verify)$/.test(first);
  return program === 'make' ? CHECK_SCRIPT.test(first) : CHECKERS.has(program);
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const READERS = set(
  'ls cat head tail wc pwd grep rg tree stat file du df which whoami date uptime uname nproc free sort uniq cut jq true echo',
);
const GIT_READS = set('status log diff show branch blame shortlog describe rev-parse ls-files');
const PACKAGE_RUNNERS = set('npm pnpm yarn bun');
const CHECKERS = set(
  'vitest jest mocha ava pytest unittest tsc eslint oxlint prettier biome ruff mypy pyright flake8 rubocop phpunit rspec tap',
);
const CHECK_SCRIPT =
  /^(?:tests?|lint|types?|typecheck|type-check|check|build|coverage|format:check|ls|outdated|audit)(?::[\w-]+)?$/;
/** Options that write, fix, fetch or execute something. */
const WRITING_OPTION =
  /^--?(?:fix|write|w|o|out|output|outfile|outdir|exec|execdir|delete|config|c|rcfile|plugin|require|r|import|loader|ext-diff|textconv|upload-pack|u|update|updatesnapshot|globalsetup|reporter|env-file|prefix|C)(?:=|$)/i;
