import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The state of the gate, which contains the token of the resident process and the key of the log. */
const STATE = /\.sekisho(?![\w-])|[\\/]up\.json|up-token/i;
/** The hooks of the clients, and the commands of their MCP servers, in front of which the proxy may be. */
const CONFIGURATION = new RegExp(
  [
    String.raw`\.claude[\\/]+(?:settings|hooks)`,
    String.raw`\.(?:claude|mcp)\.json`,
    String.raw`\.codex[\\/]+(?:config|hooks)`,
    String.raw`\.gemini[\\/]+settings`,
    String.raw`\.cursor[\\/]+(?:hooks|mcp)`,
    String.raw`\.vscode[\\/]+mcp`,
    String.raw`\.copilot[\\/]+(?:hooks|config|mcp)`,
    String.raw`opencode[\\/]+plugins?|\bopencode\.json`,
    String.raw`github[\\/]+hooks`,
  ].join('|'),
  'i',
);
/** A longer text, or one with several lines, is content. */
const PATH = /^[^\n\0]{1,1024}$/;

/** Each of them can be a path that has to be resolved. */
const MAX_LEAVES = 2_000;

/** Where the gate is, and where the call would run. */
export interface GatePlace {
  /** The folder of the resident process. */
  readonly directory: string;
  /** The configurations that contain the hooks, also in unusual folders. */
  readonly files: readonly string[];
  /** The folder in which the agent works. */
  readonly cwd: string;
}

/**
 * Returns whether a call mentions the gate itself: its command, its state or the hooks. A person decides about each such call, also
 * about one that only reads the state. A shell can disguise what it executes, so this check is not a security boundary. Paths in arguments
 * are resolved with their links.
 */
export function touchesGate(
  effect: string | undefined,
  args: unknown,
  { directory, files, cwd }: GatePlace,
): boolean {
  const leaves = [...leavesOf(args)];
  const text = leaves.join('\n');
  if (leaves.length > MAX_LEAVES) return true;
  // Quotes and backslashes inside a word do not change what a shell executes, and neither do steps to and fro in a path.
  const written = [text, text.replaceAll(/["'\\]/g, ''), withoutSteps(text)];
  const paths = leaves.filter((leaf) => PATH.test(leaf)).map((leaf) => withoutLinks(resolve(cwd, leaf)));
  const variants = [...written, ...paths];
  const isFound = (pattern: RegExp) => variants.some((each) => pattern.test(each));
  const isNamed = (path: string) => variants.some((each) => mentions(each, path));
  if (isFound(STATE) || isNamed(directory) || isNamed(withoutLinks(directory))) return true;
  if (effect === 'read') return false;
  // The folder of a project may have this name.
  return written.some((each) => /sekisho/i.test(each)) || isFound(CONFIGURATION) || files.some(isNamed);
}

/** Returns whether a text contains a path, and not only the beginning of a longer name. */
function mentions(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1))
    if (!/[\w-]/.test(text.charAt(at + path.length))) return true;
  return false;
}

/** The texts in a value, and the names of its fields. */
function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    yield key;
    yield* leavesOf(each);
  }
}

/** Removes `./` and `name/../` from the paths in a text. */
function withoutSteps(text: string): string {
  // Names and the separators between them.
  const parts = text.split(/([\\/]+)/);
  const kept = parts.slice(0, 1);
  for (let at = 1; at < parts.length; at += 2) {
    const [separator, name] = [parts[at] ?? '', parts[at + 1] ?? ''];
    // What follows the last separator may be part of a longer name.
    const isStep = at + 2 < parts.length;
    const isBack = isStep && name === '..' && kept.length > 1 && /^(?!\.\.$)\S+$/.test(kept.at(-1) ?? '');
    if (isBack) kept.splice(-2);
    else if (!isStep || name !== '.') kept.push(separator.length > 1 ? '/' : separator, name);
  }
  return kept.join('');
}

/** Returns the path behind all links. The file and its last folders may not exist yet. */
function withoutLinks(path: string): string {
  let [head, tail] = [path, ''];
  for (let [step, links] = [0, 0]; step < MAX_STEPS && links <= MAX_LINKS; step += 1) {
    try {
      return join(realpathSync(head), tail);
    } catch {
      const target = targetOf(head);
      if (target === undefined && dirname(head) === head) return path;
      links += target === undefined ? 0 : 1;
      [head, tail] =
        target === undefined
          ? [dirname(head), join(basename(head), tail)]
          : [resolve(dirname(head), target), tail];
    }
  }
  return path;
}

/** The folders of a path that do not exist. */
const MAX_STEPS = 1_000;
/** No system opens a path with more links, such as links that lead to each other. */
const MAX_LINKS = 40;

/** Returns where a link leads to that nothing exists at. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
