import { z } from 'zod';
import type { JsonSchema } from '../types/skill-json-schema.ts';
import type { SkillManifest } from '../types/skill-manifest.ts';
import { findSkill } from '../loaded-skill.ts';
import type { LoadedSkill } from '../loaded-skill.ts';
import { summarizeManifest } from '../manifest/build-manifest.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { activateSkill } from './activate-skill.ts';
import { CURSOR_PARAMETER, PAGE_SIZE, pageOf } from './page-of.ts';
import { SkillIndex } from './search-skills.ts';
import { createSkillTool, requireValidArguments } from './skill-tool.ts';
import type { SkillTool } from './skill-tool.ts';
import { SKILL_TOOL_NAMES, skillIdParameter } from './tool-names.ts';

const MAX_OVERVIEW_CHARS = 400;
const MAX_SCHEMA_CHARS = 2000;

/** Creates `skill.search`, which finds skills by words and returns their input schemas. */
export function createSearchTool(skills: readonly LoadedSkill[], validator: SchemaValidator): SkillTool {
  const index = new SkillIndex(skills.map(({ manifest }) => manifest));
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        maxLength: 400,
        description: 'Words that describe the task; empty for all skills.',
      },
      cursor: CURSOR_PARAMETER,
    },
    required: ['query'],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: {
      tool_name: SKILL_TOOL_NAMES.search,
      canonical_id: 'skill.search',
      kind: 'skill',
      effect: 'read',
      trusted: false,
      argument_roles: { query: 'content', cursor: 'option' },
    },
    description: `Searches the ${skills.length} available skills, ${PAGE_SIZE} at a time, the best first.`,
    parameters,
    check: validator.compile(parameters),
    execute: async (args) => {
      const { query, cursor } = searchArguments.parse(args);
      return pageOf(index.search(query), cursor, describeHit);
    },
  });
}

const searchArguments = z.object({ query: z.string(), cursor: z.coerce.number().optional() });

function describeHit(manifest: SkillManifest): Record<string, unknown> {
  const overview = manifest.overview.slice(0, MAX_OVERVIEW_CHARS).toWellFormed();
  const isShort = JSON.stringify(manifest.input_schema).length <= MAX_SCHEMA_CHARS;
  return {
    ...summarizeManifest(manifest),
    overview,
    ...(isShort ? { input_schema: manifest.input_schema } : {}),
  };
}

/** Creates `skill.activate`, which returns the instructions of one skill, like the tool of that skill. */
export function createActivateTool(
  skills: readonly LoadedSkill[],
  validator: SchemaValidator,
  hasSandbox: boolean,
): SkillTool {
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      skill_id: skillIdParameter(skills.map(({ descriptor }) => descriptor.skill_id)),
      input: {
        type: 'object',
        description: 'The input of the skill, according to its input_schema; for most skills {"task": "…"}.',
      },
    },
    required: ['skill_id', 'input'],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: {
      tool_name: SKILL_TOOL_NAMES.activate,
      canonical_id: 'skill.activate',
      kind: 'skill',
      effect: 'read',
      trusted: false,
      // The input is only inserted into a text.
      argument_roles: { skill_id: 'option', input: 'content' },
    },
    description: `Returns the instructions of a skill. Find its id with ${SKILL_TOOL_NAMES.search}, then follow them.`,
    parameters,
    check: validator.compile(parameters),
    execute: async (args) => {
      const { skill_id, input } = activateArguments.parse(args);
      const skill = findSkill(skills, skill_id);
      const check = validator.compile(skill.descriptor.input_schema);
      return activateSkill(skill, requireValidArguments(input, check, `the skill "${skill_id}"`), hasSandbox);
    },
  });
}

const activateArguments = z.object({ skill_id: z.string(), input: z.unknown() });
