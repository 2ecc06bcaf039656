import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JsonSchema } from '../../contracts/skill-json-schema.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { confinePath } from '../files/confine-path.ts';
import { findSkill } from '../loaded-skill.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { skillIdParameter, SKILL_TOOL_NAMES } from './tool-names.ts';
import type { SkillSandbox } from './skill-sandbox.ts';
import { createSkillTool } from './skill-tool.ts';
import type { SkillTool } from './skill-tool.ts';

const MAX_OUTPUT_CHARS = 64 * 1024;

/** How scripts are run. */
export interface ScriptOptions {
  readonly sandbox: SkillSandbox;
  readonly timeoutMs: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** `skill.run`: runs a script that was there at load, unchanged, in the host's sandbox, after a person said yes. */
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
      args: {
        type: 'array',
        items: { type: 'string', maxLength: 8000 },
        maxItems: 64,
        description: 'Its arguments.',
      },
    },
    required: ['skill_id', 'script', 'args'],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: {
      tool_name: SKILL_TOOL_NAMES.run,
      canonical_id: 'skill.run',
      kind: 'skill',
      effect: 'execute',
      trusted: false,
      argument_roles: { skill_id: 'option', script: 'command', args: 'command' },
      has_scripts: true,
    },
    description: 'Runs a script that belongs to a skill in a sandbox.',
    parameters,
    check: validator.compile(parameters),
    needsApproval: true,
    execute: async (args, signal) => {
      const { skill_id, ...call } = runArguments.parse(args);
      return runScript(findSkill(skills, skill_id), call, { ...options, signal });
    },
  });
}

const runArguments = z.object({ skill_id: z.string(), script: z.string(), args: z.array(z.string()) });

async function runScript(
  skill: LoadedSkill,
  call: { readonly script: string; readonly args: readonly string[] },
  options: ScriptOptions & { readonly signal: AbortSignal | undefined },
): Promise<string> {
  const { script, args } = call;
  const { folder } = skill.origin();
  const content = await readUnchanged(skill, script);
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const { skill_id } = skill.descriptor;
  const { environment, sandbox } = options;
  const result = await Promise.race([
    sandbox.run({ skill_id, folder, script, content, args, environment, signal }),
    rejectOnAbort(signal, script),
  ]);
  return JSON.stringify({
    exit_code: result.exit_code,
    stdout: result.stdout.slice(0, MAX_OUTPUT_CHARS),
    stderr: result.stderr.slice(0, MAX_OUTPUT_CHARS),
  });
}

async function readUnchanged(skill: LoadedSkill, script: string): Promise<Uint8Array> {
  const { folder, scripts, services } = skill.origin();
  const expected = scripts.get(script);
  if (expected === undefined) {
    const known = [...scripts.keys()].slice(0, 20).join(', ') || 'none';
    throw new SekishoError(
      'AGENTS-E-SKILL-NOT-FOUND',
      `The skill had no script ${JSON.stringify(script)} when it was loaded. Its scripts: ${known}.`,
    );
  }
  const real = await confinePath(services.fileSystem, folder, script);
  const content = await services.fileSystem.read(real, services.limits.maxScriptBytes);
  if (createHash('sha256').update(content).digest('hex') === expected) return content;
  const message = `The script "${script}" changed on disk after it was loaded. Review it and load the skill again.`;
  throw new SekishoError('AGENTS-E-SKILL-PARSE', message);
}

function rejectOnAbort(signal: AbortSignal, script: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => {
      const message = `The script "${script}" was stopped before it ended. Its effects are not known.`;
      reject(new SekishoError('AGENTS-E-RUNNER', message, { cause: signal.reason }));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
