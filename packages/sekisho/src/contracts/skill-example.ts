import { z } from 'zod';

/** One worked example of a skill; `input` always fits the skill's `input_schema`. */
export const skillExampleSchema = z.object({
  title: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  expected_output: z.record(z.string(), z.unknown()).optional(),
});

/** One worked example of a skill. */
export type SkillExample = z.infer<typeof skillExampleSchema>;
