import { removeHidden } from '@sekisho/engine/integration';
import { readSkillBody, scriptsOf } from '../load/skill-files.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import { SKILL_TOOL_NAMES } from './tool-names.ts';

/**
 * Returns the text that a model receives when it activates a skill, as a tool or as a child agent: the skill's text
 * and the names of its files.
 */
export async function activateSkill(
  skill: LoadedSkill,
  args: Record<string, unknown>,
  hasSandbox: boolean,
): Promise<string> {
  const { sha256, services } = skill.origin();
  const { body, firstLine } = await readSkillBody(skill);
  const { maxReadBytes } = services.limits;
  const change = substitution(args, maxReadBytes);
  const { text, lastLine, isTruncated } = truncateLines(body, maxReadBytes, { change });
  const lines = [
    `<skill_content name="${attribute(skill.manifest.name)}" skill_id="${skill.descriptor.skill_id}" sha256="${sha256}">`,
    guard(removeHidden(text)),
    '</skill_content>',
  ];
  if (isTruncated)
    lines.push(
      `The text was truncated. Continue with ${SKILL_TOOL_NAMES.read}: path SKILL.md, start_line ${firstLine + lastLine}.`,
    );
  lines.push(...describeFiles(skill, hasSandbox));
  if (Object.keys(args).length > 0)
    lines.push(`<skill_arguments>${guard(JSON.stringify(args))}</skill_arguments>`);
  return lines.join('\n');
}

function describeFiles(skill: LoadedSkill, hasSandbox: boolean): string[] {
  const { files } = skill.origin();
  const scripts = new Set(scriptsOf(skill));
  const list = Array.from(files, ([path, sha256]) => {
    const digest = scripts.has(path) ? ` (script, sha256 ${sha256})` : '';
    return `- ${guard(removeHidden(path))}${digest}`;
  });
  const note = hasSandbox
    ? `Run a script with ${SKILL_TOOL_NAMES.run}.`
    : 'There is no sandbox here, so the scripts cannot be run; they are text.';
  return ['<skill_files>', ...list, '</skill_files>', ...(scripts.size > 0 ? [note] : [])];
}

// Nothing else is expanded: text such as !`command` remains text.
function substitution(args: Record<string, unknown>, maxChars: number): (line: string) => string {
  const given = args['arguments'] ?? args['task'];
  if (typeof given !== 'string') return (line) => line;
  let inserted = 0;
  return (line) =>
    line.replaceAll('$ARGUMENTS', (name) => {
      inserted += given.length;
      return inserted > maxChars ? name : given;
    });
}

// A skill must not be able to close its wrapper and imitate text from outside of it.
function guard(text: string): string {
  return text.replace(/<(?=\/?skill_(?:content|files|arguments))/gi, '&lt;');
}

function attribute(text: string): string {
  return removeHidden(text)
    .replace(/[<>"&\s]+/g, ' ')
    .trim();
}

interface LineOptions {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Is applied to each line before its size is counted. */
  readonly change?: (line: string) => string;
}

/** Returns the requested lines up to a number of bytes. The first line is truncated if it alone is too long. */
export function truncateLines(text: string, maxBytes: number, options: LineOptions) {
  const { first = 1, last, change = (line) => line } = options;
  const selected: string[] = [];
  let room = maxBytes;
  let isTruncated = false;
  for (const each of text.split('\n').slice(first - 1, last)) {
    const line = change(each);
    const bytes = Buffer.byteLength(line);
    isTruncated = bytes > room;
    // An incomplete character at the end decodes to U+FFFD.
    if (isTruncated && selected.length === 0)
      selected.push(new TextDecoder().decode(Buffer.from(line).subarray(0, maxBytes)).replace(/\uFFFD$/, ''));
    if (isTruncated) break;
    selected.push(line);
    room -= bytes + 1;
  }
  return { text: selected.join('\n'), lastLine: first + selected.length - 1, isTruncated };
}
