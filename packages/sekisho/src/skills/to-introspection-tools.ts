import type { Skill } from '../contracts/skill.ts';
import { createIntrospectionTools } from './tools/create-introspection-tools.ts';
import { requireLoaded } from './loaded-skill.ts';
import { CfworkerSchemaValidator } from './schema/schema-validator.ts';
import type { SkillTool } from './tools/skill-tool.ts';

/** The tools `skill.list` and `skill.describe` for the skills that models may see. */
export function toIntrospectionTools(skills: readonly Skill[]): SkillTool[] {
  const visible = requireLoaded(skills).filter((skill) => !skill.origin().isHiddenFromModels);
  const validator = visible[0]?.origin().services.schemaValidator ?? new CfworkerSchemaValidator();
  return createIntrospectionTools(
    visible.map(({ manifest }) => manifest),
    validator,
  );
}
