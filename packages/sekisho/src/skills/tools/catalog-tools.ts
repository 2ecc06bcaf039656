import { z } from 'zod';
import { SekishoError } from '@sekisho/engine';
import { requireValidArguments } from '@sekisho/engine/integration';
import { selectDetail, summarizeManifest } from '../load/build-manifest.ts';
import { findSkill, type LoadedSkill } from '../loaded-skill.ts';
import type { SkillManifest } from '../skill-types.ts';
import { activateSkill } from './activate-skill.ts';
import { SkillIndex } from './search-skills.ts';
import { createFixedTool, type SkillTool } from './skill-tool.ts';
import { SKILL_TOOL_NAMES } from './tool-names.ts';

// A longer list of ids costs more tokens in every turn than a wrong id does.
const MAX_LISTED_IDS = 100;

/** Creates the parameter that names a skill. A short list of ids is enumerated, so that a model cannot invent one. */
export function skillIdParameter(ids: readonly string[]) {
  const id: z.ZodType<string> = ids.length > MAX_LISTED_IDS ? z.string().min(1).max(128) : z.enum(ids);
  return id.describe('The id of a skill.');
}

const PAGE_SIZE = 20;
const cursorParameter = z
  .string()
  .regex(/^[0-9]{1,9}$/)
  .describe('next_cursor of the previous page.')
  .optional();

function pageOf(
  manifests: readonly SkillManifest[],
  cursor = '0',
  describe: (each: SkillManifest) => object,
) {
  const start = Number(cursor);
  const end = start + PAGE_SIZE;
  return JSON.stringify({
    skills: manifests.slice(start, end).map(describe),
    total: manifests.length,
    ...(end < manifests.length ? { next_cursor: String(end) } : {}),
  });
}

/** Creates `skill.list` and `skill.describe`. Returns none when there are no skills. */
export function createIntrospectionTools(manifests: readonly SkillManifest[]): SkillTool[] {
  return manifests.length === 0 ? [] : [createListTool(manifests), createDescribeTool(manifests)];
}

function createListTool(manifests: readonly SkillManifest[]): SkillTool {
  return createFixedTool({
    id: 'list',
    description: `Lists the skills that are available, ${PAGE_SIZE} at a time.`,
    parameters: z.strictObject({
      cursor: cursorParameter,
      tag: z.string().max(200).describe('Only skills with this tag.').optional(),
    }),
    roles: { cursor: 'option', tag: 'option' },
    execute: async ({ cursor, tag }) => {
      const chosen = tag === undefined ? manifests : manifests.filter(({ tags }) => tags.includes(tag));
      return pageOf(chosen, cursor, summarizeManifest);
    },
  });
}

function createDescribeTool(manifests: readonly SkillManifest[]): SkillTool {
  const byId = new Map(manifests.map((manifest) => [manifest.skill_id, manifest]));
  return createFixedTool({
    id: 'describe',
    description: 'Describes one skill: its purpose, input and constraints, with examples.',
    parameters: z.strictObject({
      skill_id: skillIdParameter([...byId.keys()]),
      detail_level: z.enum(['summary', 'full']).describe('summary by default.').optional(),
    }),
    roles: { skill_id: 'option', detail_level: 'option' },
    execute: async ({ skill_id, detail_level = 'summary' }) => {
      const manifest = byId.get(skill_id);
      if (manifest) return JSON.stringify(selectDetail(manifest, detail_level));
      const message = `There is no skill "${skill_id}". Call ${SKILL_TOOL_NAMES.list} for the ids.`;
      throw new SekishoError('AGENTS-E-SKILL-NOT-FOUND', message);
    },
  });
}

/** Creates `skill.search`, which finds skills by words and returns their input schemas. */
export function createSearchTool(skills: readonly LoadedSkill[]): SkillTool {
  const index = new SkillIndex(skills.map(({ manifest }) => manifest));
  const query = z.string().max(400).describe('Words that describe the task; empty for all skills.');
  return createFixedTool({
    id: 'search',
    description: `Searches the ${skills.length} available skills, ${PAGE_SIZE} at a time, the best first.`,
    parameters: z.strictObject({ query, cursor: cursorParameter }),
    roles: { query: 'content', cursor: 'option' },
    execute: async (args) => pageOf(index.search(args.query), args.cursor, describeHit),
  });
}

const MAX_OVERVIEW_CHARS = 400;
const MAX_SCHEMA_CHARS = 2000;

function describeHit(manifest: SkillManifest): object {
  const { input_schema } = manifest;
  const overview = manifest.overview.slice(0, MAX_OVERVIEW_CHARS).toWellFormed();
  const isShort = JSON.stringify(input_schema).length <= MAX_SCHEMA_CHARS;
  return { ...summarizeManifest(manifest), overview, ...(isShort ? { input_schema } : {}) };
}

/** Creates `skill.activate`, which returns the instructions of one skill, like the tool of that skill. */
export function createActivateTool(skills: readonly LoadedSkill[], hasSandbox: boolean): SkillTool {
  return createFixedTool({
    id: 'activate',
    description: `Returns the instructions of a skill. Find its id with ${SKILL_TOOL_NAMES.search}, then follow them.`,
    parameters: z.strictObject({
      skill_id: skillIdParameter(skills.map(({ descriptor }) => descriptor.skill_id)),
      input: z
        .looseObject({})
        .describe('The input of the skill, according to its input_schema; for most skills {"task": "…"}.'),
    }),
    // The input is only inserted into a text.
    roles: { skill_id: 'option', input: 'content' },
    execute: async ({ skill_id, input }) => {
      const skill = findSkill(skills, skill_id);
      const check = skill.origin().services.schemaValidator.compile(skill.descriptor.input_schema);
      return activateSkill(skill, requireValidArguments(input, check, `the skill "${skill_id}"`), hasSandbox);
    },
  });
}
