import { SekishoError } from '@sekisho/engine';
import { type OptionNames, requireKnownOptions, type ValueCheck } from '@sekisho/engine/integration';
import type { Model, Tool } from '../openai-agents/upstream.ts';
import { scriptsOf } from './load/skill-files.ts';
import { requireVisible, type LoadedSkill } from './loaded-skill.ts';
import type { Skill } from './skill-types.ts';
import { activateSkill } from './tools/activate-skill.ts';
import { createActivateTool, createIntrospectionTools, createSearchTool } from './tools/catalog-tools.ts';
import { createChildAgentTool, limitTools } from './tools/child-agent-tool.ts';
import { createFileTools, type SkillScriptOptions } from './tools/file-tools.ts';
import { createSkillTool, type SkillTool, type SkillToolOrigin } from './tools/skill-tool.ts';
import { nameSkillTools } from './tools/tool-names.ts';

/** The options of `toTools()`. */
export interface SkillToolOptions extends SkillScriptOptions {
  /** Tools that child agents may use, within the `allowed-tools` of their skill. */
  readonly childTools?: readonly Tool[] | undefined;
  readonly childModel?: string | Model | undefined;
  readonly childMaxTurns?: number | undefined;
}

const SCRIPT_OPTIONS: OptionNames<SkillScriptOptions> = {
  sandbox: true,
  scriptTimeoutMs: true,
  scriptEnvironment: true,
};
const OPTIONS: OptionNames<SkillToolOptions> = {
  ...SCRIPT_OPTIONS,
  childTools: true,
  childModel: true,
  childMaxTurns: true,
};

/** Creates one tool for each skill, and the tools to read their files and, in a sandbox, to run their scripts. */
export function toTools(skills: readonly Skill[], options: SkillToolOptions = {}): SkillTool[] {
  requireKnownOptions(options, OPTIONS, { place: 'toTools()' });
  const visible = requireVisible(skills);
  const names = nameSkillTools(visible.map(({ descriptor }) => descriptor.skill_id));
  const tools = visible.map((skill) =>
    createTool(skill, names.get(skill.descriptor.skill_id) ?? '', options),
  );
  const activated = visible.filter(({ descriptor }) => descriptor.mode === 'function_tool');
  return [...tools, ...createFileTools(activated, options)];
}

/**
 * Returns the tools `skill.search` and `skill.activate` for any number of skills, instead of one tool for each.
 * `skill.read` is added if a skill has files, `skill.run` if there is a sandbox and a script.
 */
export function toActivationTools(skills: readonly Skill[], options: SkillScriptOptions = {}): SkillTool[] {
  requireKnownOptions(options, SCRIPT_OPTIONS, { place: 'toActivationTools()' });
  const visible = requireVisible(skills);
  if (visible.length === 0) return [];
  const child = visible.find(({ descriptor }) => descriptor.mode === 'child_agent');
  if (child) {
    const message =
      `The skill "${child.descriptor.skill_id}" was loaded with the mode child_agent, which requires a separate tool. ` +
      'Use toTools(), or load the skills with the mode function_tool.';
    throw new SekishoError('AGENTS-E-SKILL-SCHEMA', message);
  }
  const isReadByLines = visible.some((skill) => {
    const { files, bytes, services } = skill.origin();
    return files.size > 0 || bytes > services.limits.maxReadBytes;
  });
  return [
    createSearchTool(visible),
    createActivateTool(visible, options.sandbox !== undefined),
    ...(isReadByLines ? createFileTools(visible, options) : []),
  ];
}

/** Returns the tools `skill.list` and `skill.describe` for the skills that models may see. */
export function toIntrospectionTools(skills: readonly Skill[]): SkillTool[] {
  return createIntrospectionTools(requireVisible(skills).map(({ manifest }) => manifest));
}

const DEFAULT_CHILD_TURNS = 8;
const MAX_DESCRIPTION_CHARS = 1024;

function createTool(skill: LoadedSkill, toolName: string, options: SkillToolOptions): SkillTool {
  const check = compileInput(skill);
  const description = skill.manifest.overview.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed();
  const hasSandbox = options.sandbox !== undefined;
  switch (skill.descriptor.mode) {
    case 'function_tool':
      return createSkillTool({
        origin: describeOrigin(skill, toolName, 'read'),
        description,
        parameters: skill.descriptor.input_schema,
        check,
        execute: (args) => activateSkill(skill, args, hasSandbox),
      });
    case 'child_agent': {
      const offered = limitTools(options.childTools ?? [], skill.origin().allowedTools);
      const own = createFileTools([skill], options);
      const isReader = offered.length === 0 && own.length === 1;
      return createChildAgentTool(skill, {
        origin: describeOrigin(skill, toolName, isReader ? 'read' : 'execute'),
        description,
        check,
        tools: [...offered, ...own],
        hasSandbox,
        model: options.childModel,
        maxTurns: options.childMaxTurns ?? DEFAULT_CHILD_TURNS,
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
  const { skill_id, input_schema } = skill.descriptor;
  return {
    tool_name: toolName,
    canonical_id: `skill:${skill_id}`,
    kind: 'skill',
    effect,
    trusted: false,
    // A skill only inserts its arguments into a text.
    argument_roles: Object.fromEntries(
      Object.keys(input_schema['properties'] ?? {}).map((name) => [name, 'content'] as const),
    ),
    skill_id,
    source_path: skill.source_path,
    sha256,
    has_scripts: scriptsOf(skill).length > 0,
    allowed_tools: allowedTools,
  };
}

function compileInput(skill: LoadedSkill): ValueCheck {
  const { skill_id, input_schema } = skill.descriptor;
  try {
    return skill.origin().services.schemaValidator.compile(input_schema);
  } catch (cause) {
    const message = `The input_schema of the skill "${skill_id}" cannot be used. Correct it.`;
    throw new SekishoError('AGENTS-E-SKILL-SCHEMA', message, { cause });
  }
}
