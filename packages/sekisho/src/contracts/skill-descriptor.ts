import { z } from 'zod';
import { jsonSchemaSchema } from './skill-json-schema.ts';
import { skillModeSchema } from './skill-mode.ts';

/** What a skill is called, how it becomes a tool, and what it takes and gives. */
export const skillDescriptorSchema = z.object({
  skill_id: z.string().min(1).max(128),
  mode: skillModeSchema,
  input_schema: jsonSchemaSchema,
  output_schema: jsonSchemaSchema.optional(),
});

/** The definition of a skill. */
export type SkillDescriptor = z.infer<typeof skillDescriptorSchema>;
