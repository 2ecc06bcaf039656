import { z } from 'zod';

/** How a skill becomes a tool: its text is returned to the calling agent, or a child agent follows it. */
export const skillModeSchema = z.enum(['function_tool', 'child_agent']);

/** One of the two modes of a skill. */
export type SkillMode = z.infer<typeof skillModeSchema>;

/** A JSON Schema document of a skill: an object that only the validator reads. */
export const jsonSchemaSchema = z.record(z.string(), z.unknown());

/** A JSON Schema document. */
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;

/** The name of a skill, how it becomes a tool, and its input and output. */
export const skillDescriptorSchema = z.object({
  skill_id: z.string().min(1).max(128),
  mode: skillModeSchema,
  input_schema: jsonSchemaSchema,
  output_schema: jsonSchemaSchema.optional(),
});

/** The definition of a skill. */
export type SkillDescriptor = z.infer<typeof skillDescriptorSchema>;

/** One example of a skill. `input` always matches the skill's `input_schema`. */
export const skillExampleSchema = z.object({
  title: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  expected_output: z.record(z.string(), z.unknown()).optional(),
});

/** One example of a skill. */
export type SkillExample = z.infer<typeof skillExampleSchema>;

/** The public description of a skill. */
export const skillManifestSchema = z.object({
  skill_id: z.string().min(1).max(128),
  name: z.string().min(1),
  overview: z.string().min(1),
  tags: z.array(z.string()),
  usage_examples: z.array(skillExampleSchema),
  constraints: z.array(z.string()),
  input_schema: jsonSchemaSchema,
  output_schema: jsonSchemaSchema.optional(),
});

/** The specification of a skill, for people and models. */
export type SkillManifest = z.infer<typeof skillManifestSchema>;

/** The level of detail of a manifest. */
export type SkillDetailLevel = 'summary' | 'full';

/** One entry of the list of skills. */
export type SkillSummary = Pick<SkillManifest, 'skill_id' | 'name' | 'overview' | 'tags'>;

/** A loaded skill. The first access to `manifest.usage_examples` or `manifest.constraints` parses its text. */
export interface Skill {
  readonly descriptor: SkillDescriptor;
  readonly manifest: SkillManifest;
  readonly source_path: string;
}
