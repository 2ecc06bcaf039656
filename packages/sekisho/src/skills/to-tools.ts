import { SekishoError } from '@sekisho/engine';
import { type OptionNames, requireKnownOptions, type ValueCheck } from '@sekisho/engine/integration';
import type { Skill } from './types/skill.ts';
import type { JsonSchema } from './types/skill-json-schema.ts';
import type { Model, Tool } from '../sdk/upstream.ts';
import { activateSkill } from './tools/activate-skill.ts';
import { createChildAgentTool, limitTools } from './tools/child-agent-tool.ts';
import { scriptsOf } from './files/skill-files.ts';
import { requireToolSkills } from './loaded-skill.ts';
import type { LoadedSkill } from './loaded-skill.ts';
import type { SchemaValidator } from './schema/schema-validator.ts';
import { companionTools } from './tools/companion-tools.ts';
import type { SkillScriptOptions } from './tools/companion-tools.ts';
import { createSkillTool } from './tools/skill-tool.ts';
import type { SkillTool, SkillToolOrigin } from './tools/skill-tool.ts';
import { nameSkillTools } from './tools/tool-names.ts';

/** The options of `toTools()`. */
export interface SkillToolOptions extends SkillScriptOptions {
  /** Tools that child agents may use, within the `allowed-tools` of their skill. */
  readonly childTools?: readonly Tool[] | undefined;
  readonly childModel?: string | Model | undefined;
  readonly childMaxTurns?: number | undefined;
}

const DEFAULT_CHILD_TURNS = 8;
const MAX_DESCRIPTION_CHARS = 1024;

/** Creates one tool for each skill, and the tools to read their files and, in a sandbox, to run their scripts. */
export function toTools(skills: readonly Skill[], options: SkillToolOptions = {}): SkillTool[] {
  requireKnownOptions(options, OPTIONS, { place: 'toTools()' });
  const { visible, validator } = requireToolSkills(skills);
  const names = nameSkillTools(visible.map(({ descriptor }) => descriptor.skill_id));
  const tools = visible.map((skill) => {
    const toolName = names.get(skill.descriptor.skill_id) ?? '';
    return createTool(skill, { ...options, toolName, validator });
  });
  const activated = visible.filter(({ descriptor }) => descriptor.mode === 'function_tool');
  return [...tools, ...companionTools(activated, validator, options)];
}

const OPTIONS: OptionNames<SkillToolOptions> = {
  sandbox: true,
  scriptTimeoutMs: true,
  scriptEnvironment: true,
  childTools: true,
  childModel: true,
  childMaxTurns: true,
};

interface ToolMaking extends SkillToolOptions {
  readonly toolName: string;
  readonly validator: SchemaValidator;
}

function createTool(skill: LoadedSkill, making: ToolMaking): SkillTool {
  const { toolName, validator } = making;
  const check = compileInput(skill, validator);
  const description = skill.manifest.overview.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed();
  switch (skill.descriptor.mode) {
    case 'function_tool':
      return createSkillTool({
        origin: describeOrigin(skill, toolName, 'read'),
        description,
        parameters: skill.descriptor.input_schema,
        check,
        execute: (args) => activateSkill(skill, args, making.sandbox !== undefined),
      });
    case 'child_agent': {
      const offered = limitTools(making.childTools ?? [], skill.origin().allowedTools);
      const own = companionTools([skill], validator, making);
      const isReader = offered.length === 0 && own.length === 1;
      return createChildAgentTool(skill, {
        origin: describeOrigin(skill, toolName, isReader ? 'read' : 'execute'),
        description,
        check,
        tools: [...offered, ...own],
        hasSandbox: making.sandbox !== undefined,
        model: making.childModel,
        maxTurns: making.childMaxTurns ?? DEFAULT_CHILD_TURNS,
      });
    }
  }
}

function describeOrigin(
  skill: LoadedSkill,
  toolName: string,
  effect: SkillToolOrigin['effect'],
): SkillToolOrigin {
  const { sha256, allowedTools } = skill.origin();
  const { skill_id } = skill.descriptor;
  return {
    tool_name: toolName,
    canonical_id: `skill:${skill_id}`,
    kind: 'skill',
    effect,
    trusted: false,
    argument_roles: contentRoles(skill.descriptor.input_schema),
    skill_id,
    source_path: skill.source_path,
    sha256,
    has_scripts: scriptsOf(skill).length > 0,
    allowed_tools: allowedTools,
  };
}

// A skill only inserts its arguments into a text.
function contentRoles({ properties }: JsonSchema): Record<string, 'content'> {
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return Object.fromEntries(names.map((name) => [name, 'content'] as const));
}

function compileInput({ descriptor }: LoadedSkill, validator: SchemaValidator): ValueCheck {
  try {
    return validator.compile(descriptor.input_schema);
  } catch (cause) {
    const message = `The input_schema of the skill "${descriptor.skill_id}" cannot be used. Correct it.`;
    throw new SekishoError('AGENTS-E-SKILL-SCHEMA', message, { cause });
  }
}
