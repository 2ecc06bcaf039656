import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import type { JsonSchema } from '../types/skill-json-schema.ts';
import type { SkillManifest } from '../types/skill-manifest.ts';
import type { SchemaValidator } from '../schema/schema-validator.ts';
import { selectDetail, summarizeManifest } from '../manifest/build-manifest.ts';
import { skillIdParameter, SKILL_TOOL_NAMES } from './tool-names.ts';
import { CURSOR_PARAMETER, PAGE_SIZE, pageOf } from './page-of.ts';
import { createSkillTool } from './skill-tool.ts';
import type { SkillTool } from './skill-tool.ts';

const listArguments = z.object({ cursor: z.coerce.number().optional(), tag: z.string().optional() });
const describeArguments = z.object({
  skill_id: z.string(),
  detail_level: z.enum(['summary', 'full']).default('summary'),
});
const READ_ONLY = {
  kind: 'skill',
  effect: 'read',
  trusted: false,
  argument_roles: { cursor: 'option', tag: 'option', skill_id: 'option', detail_level: 'option' },
} as const;

/** Creates the tools that list and describe skills. Returns none when there are no skills. */
export function createIntrospectionTools(
  manifests: readonly SkillManifest[],
  validator: SchemaValidator,
): SkillTool[] {
  return manifests.length === 0
    ? []
    : [createListTool(manifests, validator), createDescribeTool(manifests, validator)];
}

function createListTool(manifests: readonly SkillManifest[], validator: SchemaValidator): SkillTool {
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      cursor: CURSOR_PARAMETER,
      tag: { type: 'string', maxLength: 200, description: 'Only skills with this tag.' },
    },
    required: [],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: { ...READ_ONLY, tool_name: SKILL_TOOL_NAMES.list, canonical_id: 'skill.list' },
    description: `Lists the skills that are available, ${PAGE_SIZE} at a time.`,
    parameters,
    check: validator.compile(parameters),
    execute: async (args) => {
      const { cursor, tag } = listArguments.parse(args);
      const chosen = tag === undefined ? manifests : manifests.filter(({ tags }) => tags.includes(tag));
      return pageOf(chosen, cursor, summarizeManifest);
    },
  });
}

function createDescribeTool(manifests: readonly SkillManifest[], validator: SchemaValidator): SkillTool {
  const byId = new Map(manifests.map((manifest) => [manifest.skill_id, manifest]));
  const parameters: JsonSchema = {
    type: 'object',
    properties: {
      skill_id: skillIdParameter([...byId.keys()]),
      detail_level: { type: 'string', enum: ['summary', 'full'], description: 'summary by default.' },
    },
    required: ['skill_id'],
    additionalProperties: false,
  };
  return createSkillTool({
    origin: { ...READ_ONLY, tool_name: SKILL_TOOL_NAMES.describe, canonical_id: 'skill.describe' },
    description: 'Describes one skill: its purpose, input and constraints, with examples.',
    parameters,
    check: validator.compile(parameters),
    execute: async (args) => {
      const { skill_id, detail_level } = describeArguments.parse(args);
      const manifest = byId.get(skill_id);
      if (!manifest) {
        const message = `There is no skill "${skill_id}". Call ${SKILL_TOOL_NAMES.list} for the ids.`;
        throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', message);
      }
      return JSON.stringify(selectDetail(manifest, detail_level));
    },
  });
}
