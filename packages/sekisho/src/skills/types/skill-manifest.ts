import { z } from 'zod';
import { skillExampleSchema } from './skill-example.ts';
import { jsonSchemaSchema } from './skill-json-schema.ts';

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
