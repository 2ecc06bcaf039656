import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import type { JsonSchema } from '../types/skill-json-schema.ts';
import { readAllFiles, readUnchanged, scriptsOf, sha256Of } from '../files/skill-files.ts';
import { findSkill } from '../loaded-skill.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { skillIdParameter, SKILL_TOOL_NAMES } from './tool-names.ts';
import type { SkillSandbox } from './skill-sandbox.ts';
import { createSkillTool } from './skill-tool.ts';
import type { SkillTool } from './skill-tool.ts';

const MAX_OUTPUT_CHARS = 64 * 1024;

/** The options for running scripts. */
export interface ScriptOptions {
  readonly sandbox: SkillSandbox;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** Creates `skill.run`, which runs an unchanged script of a loaded skill in the host's sandbox after an approval. */
export function createRunTool(
  skills: readonly LoadedSkill[],
  validator: SchemaValidator,
  options: ScriptOptions,
): SkillTool {
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      skill_id: skillIdParameter(skills.map(({ descriptor }) => descriptor.skill_id)),
      script: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description: 'The path of a script of the skill.',
      },
      sha256: digestParameter(skills),
      args: {
        type: 'array',
        items: { type: 'string', maxLength: 8000 },
        maxItems: 64,
        description: 'Its arguments.',
      },
    },
    required: ['skill_id', 'script', 'sha256', 'args'],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: {
      tool_name: SKILL_TOOL_NAMES.run,
      canonical_id: 'skill.run',
      kind: 'skill',
      effect: 'execute',
      trusted: false,
      argument_roles: { skill_id: 'option', script: 'command', sha256: 'option', args: 'command' },
      has_scripts: true,
    },
    // An approval is bound to this text, so it becomes invalid when any file that a script may use changes.
    description: `Runs a script of a skill in a sandbox. The files of the skills have the digest ${digestOf(skills)}.`,
    parameters,
    check: validator.compile(parameters),
    needsApproval: true,
    execute: async (args, signal) => {
      const { skill_id, ...call } = runArguments.parse(args);
      return runScript(findSkill(skills, skill_id), call, { ...options, signal });
    },
  });
}

// A short list is enumerated in the schema, so that no person is asked to approve a digest that the model copied
// incorrectly.
const MAX_LISTED_DIGESTS = 20;

function digestParameter(skills: readonly LoadedSkill[]): JsonSchema {
  const digests = skills.flatMap((skill) => scriptsOf(skill).map((path) => skill.origin().files.get(path)));
  const description = 'The sha256 of the script from the list of files.';
  return digests.length > MAX_LISTED_DIGESTS
    ? { type: 'string', pattern: '^[0-9a-f]{64}$', description }
    : { type: 'string', enum: [...new Set(digests)], description };
}

const runArguments = z.object({
  skill_id: z.string(),
  script: z.string(),
  sha256: z.string(),
  args: z.array(z.string()),
});

function digestOf(skills: readonly LoadedSkill[]): string {
  const files = skills.map((skill) => [skill.descriptor.skill_id, ...skill.origin().files]);
  return sha256Of(JSON.stringify(files));
}

async function runScript(
  skill: LoadedSkill,
  call: Omit<z.infer<typeof runArguments>, 'skill_id'>,
  options: ScriptOptions & { readonly signal: AbortSignal | undefined },
): Promise<string> {
  const { script, args } = call;
  const { folder } = skill.origin();
  const content = await readUnchanged(skill, script, requireScript(skill, call));
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const { skill_id } = skill.descriptor;
  const { environment, sandbox } = options;
  const result = await Promise.race([
    sandbox.run({
      skill_id,
      folder,
      script,
      content,
      readFiles: () => readAllFiles(skill),
      args,
      environment,
      signal,
    }),
    rejectOnAbort(signal, script),
  ]);
  return JSON.stringify({
    exit_code: result.exit_code,
    stdout: result.stdout.slice(0, MAX_OUTPUT_CHARS),
    stderr: result.stderr.slice(0, MAX_OUTPUT_CHARS),
  });
}

function requireScript(
  skill: LoadedSkill,
  call: { readonly script: string; readonly sha256: string },
): string {
  const scripts = scriptsOf(skill);
  const sha256 = skill.origin().files.get(call.script);
  if (sha256 === undefined || !scripts.includes(call.script)) {
    const known = scripts.slice(0, 20).join(', ') || 'none';
    const message = `The skill had no script ${JSON.stringify(call.script)} when it was loaded. Its scripts: ${known}.`;
    throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', message);
  }
  if (sha256 === call.sha256) return sha256;
  const message = `The script "${call.script}" has the sha256 ${sha256}, not the one of this call. Read it before you run it.`;
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
