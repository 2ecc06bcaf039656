import { z } from 'zod';
import { jsonSchemaSchema } from './skill-json-schema.ts';
import { skillModeSchema } from './skill-mode.ts';

/** The name of a skill, how it becomes a tool, and its input and output. */
export const skillDescriptorSchema = z.object({
  skill_id: z.string().min(1).max(128),
  mode: skillModeSchema,
  input_schema: jsonSchemaSchema,
  output_schema: jsonSchemaSchema.optional(),
});

/** The definition of a skill. */
export type SkillDescriptor = z.infer<typeof skillDescriptorSchema>;
