import type { JsonSchema } from '../contracts/skill-json-schema.ts';
import { registerTool } from '../sdk/tool-registry.ts';
import { isStrictSchema } from './is-strict-schema.ts';
import { setParameters } from './set-parameters.ts';
import type { PlaceholderTool } from './set-parameters.ts';
import { SKILL_TOOL_ORIGIN } from './skill-tool-origin.ts';
import type { SkillTool, SkillToolOrigin } from './skill-tool-origin.ts';

/** Gives a tool its schema, its origin and the manifest by which the gate knows it under its canonical id. */
export function markSkillTool(made: PlaceholderTool, schema: JsonSchema, origin: SkillToolOrigin): SkillTool {
  setParameters(made, schema, isStrictSchema(schema));
  registerTool(made.invoke, {
    id: origin.canonical_id,
    kind: origin.kind,
    manifest: {
      effect: origin.effect,
      arguments: { ...origin.argument_roles },
      trusted_source: origin.trusted,
      sensitive: false,
      idempotent: origin.effect === 'read',
      // What the tool does is fixed by this package; the words of the skill's author have no say in it.
      origin: 'declared',
      confirmed: true,
    },
  });
  return Object.assign(made, { [SKILL_TOOL_ORIGIN]: origin });
}
