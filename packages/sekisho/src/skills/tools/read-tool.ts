import { z } from 'zod';
import { removeHidden } from '@sekisho/engine/integration';
import type { JsonSchema } from '../types/skill-json-schema.ts';
import { readSkillText } from '../files/skill-files.ts';
import { findSkill } from '../loaded-skill.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { skillIdParameter, SKILL_TOOL_NAMES } from './tool-names.ts';
import { truncateLines } from './truncate-lines.ts';
import { createSkillTool } from './skill-tool.ts';
import type { SkillTool } from './skill-tool.ts';

/** Creates `skill.read`, which returns the text of one file in the folder of a skill. */
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
      // The path is confined to the folder of the skill, so its origin does not matter.
      argument_roles: { skill_id: 'option', path: 'option', start_line: 'option', end_line: 'option' },
    },
    description: 'Reads a text file that belongs to a skill, as a whole or by lines.',
    parameters,
    check: validator.compile(parameters),
    execute: async (args) => {
      const { skill_id, path, start_line, end_line } = readArguments.parse(args);
      const skill = findSkill(skills, skill_id);
      const text = removeHidden(await readSkillText(skill, path));
      const { maxReadBytes } = skill.origin().services.limits;
      const selection = truncateLines(text, maxReadBytes, { first: start_line, last: end_line });
      if (!selection.isTruncated) return selection.text;
      const next = selection.lastLine + 1;
      return `${selection.text}\n[The result was truncated after line ${selection.lastLine}. Continue with start_line ${next}.]`;
    },
  });
}

const readArguments = z.object({
  skill_id: z.string(),
  path: z.string(),
  start_line: z.int().optional(),
  end_line: z.int().optional(),
});
