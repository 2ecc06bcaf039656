import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { z } from 'zod';
import type { JsonSchema } from '../../contracts/skill-json-schema.ts';
import { SekishoError } from '../../errors/sekisho-error.ts';
import { confinePath } from '../files/confine-path.ts';
import { findSkill } from '../loaded-skill.ts';
import { removeHidden } from '../../contracts/hidden-text.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { skillIdParameter, SKILL_TOOL_NAMES } from './tool-names.ts';
import { createSkillTool } from './skill-tool.ts';
import type { SkillTool } from './skill-tool.ts';

/** `skill.read`: the text of one file in the folder of a skill. */
export function createReadTool(skills: readonly LoadedSkill[], validator: SchemaValidator): SkillTool {
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      skill_id: skillIdParameter(skills.map(({ descriptor }) => descriptor.skill_id)),
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 1024,
        description: "A path from the skill's list of files.",
      },
      start_line: {
        type: 'integer',
        minimum: 1,
        description: 'The first line to return; the first by default.',
      },
      end_line: { type: 'integer', minimum: 1, description: 'The last line to return; the last by default.' },
    },
    required: ['skill_id', 'path'],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: {
      tool_name: SKILL_TOOL_NAMES.read,
      canonical_id: 'skill.read',
      kind: 'skill',
      effect: 'read',
      trusted: false,
      // Confined to the folder of the skill, so where the path came from does not matter.
      argument_roles: { skill_id: 'option', path: 'option', start_line: 'option', end_line: 'option' },
    },
    description: 'Reads a text file that belongs to a skill.',
    parameters,
    check: validator.compile(parameters),
    execute: async (args) => {
      const { skill_id, path, start_line, end_line } = readArguments.parse(args);
      const text = await readSkillText(findSkill(skills, skill_id), path);
      return selectLines(text, start_line, end_line);
    },
  });
}

const readArguments = z.object({
  skill_id: z.string(),
  path: z.string(),
  start_line: z.int().optional(),
  end_line: z.int().optional(),
});

async function readSkillText(skill: LoadedSkill, path: string): Promise<string> {
  const { folder, file, sha256, scripts, services } = skill.origin();
  const real = await confinePath(services.fileSystem, folder, path);
  const bytes = await services.fileSystem.read(real, services.limits.maxReadBytes);
  const expected = real === file ? sha256 : scripts.get(relative(folder, real).split(sep).join('/'));
  if (expected !== undefined && createHash('sha256').update(bytes).digest('hex') !== expected) {
    const message = `"${path}" changed on disk after the skill was loaded. Review it and load the skill again.`;
    throw new SekishoError('AGENTS-E-SKILL-PARSE', message);
  }
  if (bytes.includes(0)) throw new SekishoError('AGENTS-E-SKILL-PARSE', `"${path}" is not a text file.`);
  return removeHidden(new TextDecoder().decode(bytes));
}

function selectLines(text: string, start = 1, end = Number.POSITIVE_INFINITY): string {
  if (start === 1 && end === Number.POSITIVE_INFINITY) return text;
  return text
    .split('\n')
    .slice(start - 1, end)
    .join('\n');
}
