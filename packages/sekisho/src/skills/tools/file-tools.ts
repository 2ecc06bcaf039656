import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import { removeHidden } from '@sekisho/engine/integration';
import { readSkillText, readUnchanged, scriptsOf, sha256Of } from '../load/skill-files.ts';
import { findSkill, type LoadedSkill } from '../loaded-skill.ts';
import { truncateLines } from './activate-skill.ts';
import { skillIdParameter } from './catalog-tools.ts';
import type { SkillSandbox } from './skill-sandbox.ts';
import { createFixedTool, type SkillTool } from './skill-tool.ts';

/** Where and how scripts of skills run. Without a sandbox no script can run. */
export interface SkillScriptOptions {
  readonly sandbox?: SkillSandbox | undefined;
  readonly scriptTimeoutMs?: number | undefined;
  readonly scriptEnvironment?: Readonly<Record<string, string>> | undefined;
}

/** Creates `skill.read` for the files of skills and, with a sandbox and a script, `skill.run`. */
export function createFileTools(skills: readonly LoadedSkill[], options: SkillScriptOptions): SkillTool[] {
  if (skills.length === 0) return [];
  const withScripts = skills.filter((skill) => scriptsOf(skill).length > 0);
  const { sandbox } = options;
  const canRun = sandbox !== undefined && withScripts.length > 0;
  return [createReadTool(skills), ...(canRun ? [createRunTool(withScripts, { ...options, sandbox })] : [])];
}

/** Creates `skill.read`, which returns the text of one file in the folder of a skill. */
function createReadTool(skills: readonly LoadedSkill[]): SkillTool {
  return createFixedTool({
    id: 'read',
    description: 'Reads a text file that belongs to a skill, as a whole or by lines.',
    parameters: z.strictObject({
      skill_id: skillIdParameter(skills.map(({ descriptor }) => descriptor.skill_id)),
      path: z.string().min(1).max(1024).describe("A path from the skill's list of files."),
      start_line: z.int().min(1).describe('The first line to return; the first by default.').optional(),
      end_line: z.int().min(1).describe('The last line to return; the last by default.').optional(),
    }),
    // The path is confined to the folder of the skill, so its origin does not matter.
    roles: { skill_id: 'option', path: 'option', start_line: 'option', end_line: 'option' },
    execute: async ({ skill_id, path, start_line, end_line }) => {
      const skill = findSkill(skills, skill_id);
      const text = removeHidden(await readSkillText(skill, path));
      const { maxReadBytes } = skill.origin().services.limits;
      const selection = truncateLines(text, maxReadBytes, { first: start_line, last: end_line });
      if (!selection.isTruncated) return selection.text;
      const { lastLine } = selection;
      return `${selection.text}\n[The result was truncated after line ${lastLine}. Continue with start_line ${lastLine + 1}.]`;
    },
  });
}

// A short list is enumerated in the schema, so that no person is asked to approve a digest that the model copied
// incorrectly.
const MAX_LISTED_DIGESTS = 20;

function digestParameter(skills: readonly LoadedSkill[]) {
  const digests = skills.flatMap((skill) =>
    scriptsOf(skill).map((path) => skill.origin().files.get(path) ?? ''),
  );
  const isListed = digests.length <= MAX_LISTED_DIGESTS;
  const digest: z.ZodType<string> = isListed
    ? z.enum([...new Set(digests)])
    : z.string().regex(/^[0-9a-f]{64}$/);
  return digest.describe('The sha256 of the script from the list of files.');
}

const DEFAULT_SCRIPT_TIMEOUT_MS = 60_000;
const MAX_OUTPUT_CHARS = 64 * 1024;

/** Creates `skill.run`, which runs an unchanged script of a loaded skill in the host's sandbox after an approval. */
function createRunTool(
  skills: readonly LoadedSkill[],
  options: SkillScriptOptions & { readonly sandbox: SkillSandbox },
): SkillTool {
  const {
    sandbox,
    scriptTimeoutMs = DEFAULT_SCRIPT_TIMEOUT_MS,
    scriptEnvironment: environment = {},
  } = options;
  const files = skills.map((skill) => [skill.descriptor.skill_id, ...skill.origin().files]);
  return createFixedTool({
    id: 'run',
    effect: 'execute',
    // An approval is bound to this text, so it becomes invalid when any file that a script may use changes.
    description: `Runs a script of a skill in a sandbox. The files of the skills have the digest ${sha256Of(JSON.stringify(files))}.`,
    parameters: z.strictObject({
      skill_id: skillIdParameter(skills.map(({ descriptor }) => descriptor.skill_id)),
      script: z.string().min(1).max(1024).describe('The path of a script of the skill.'),
      sha256: digestParameter(skills),
      args: z.array(z.string().max(8000)).max(64).describe('Its arguments.'),
    }),
    roles: { skill_id: 'option', script: 'command', sha256: 'option', args: 'command' },
    execute: async ({ skill_id, script, sha256, args }, stopped) => {
      const skill = findSkill(skills, skill_id);
      requireScript(skill, script, sha256);
      const content = await readUnchanged(skill, script, sha256);
      const timeout = AbortSignal.timeout(scriptTimeoutMs);
      const signal = stopped ? AbortSignal.any([stopped, timeout]) : timeout;
      const { folder } = skill.origin();
      const readFiles = () => readAllFiles(skill);
      const request = { skill_id, folder, script, content, readFiles, args, environment, signal };
      const result = await Promise.race([sandbox.run(request), rejectOnAbort(signal, script)]);
      return JSON.stringify({
        exit_code: result.exit_code,
        stdout: result.stdout.slice(0, MAX_OUTPUT_CHARS),
        stderr: result.stderr.slice(0, MAX_OUTPUT_CHARS),
      });
    },
  });
}

async function readAllFiles(skill: LoadedSkill): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  for (const [path, sha256] of skill.origin().files)
    contents.set(path, await readUnchanged(skill, path, sha256));
  return contents;
}

function requireScript(skill: LoadedSkill, script: string, expected: string): void {
  const scripts = scriptsOf(skill);
  if (!scripts.includes(script)) {
    const known = scripts.slice(0, 20).join(', ') || 'none';
    const message = `The skill had no script ${JSON.stringify(script)} when it was loaded. Its scripts: ${known}.`;
    throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', message);
  }
  const sha256 = skill.origin().files.get(script);
  if (sha256 === expected) return;
  const message = `The script "${script}" has the sha256 ${sha256}, not the one of this call. Read it before you run it.`;
  throw new SekishoError('AGENTS-E-INPUT-INVALID', message);
}

function rejectOnAbort(signal: AbortSignal, script: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => {
      const message = `The script "${script}" was stopped before it ended. Its effects are unknown.`;
      reject(new SekishoError('AGENTS-E-RUNNER', message, { cause: signal.reason }));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
