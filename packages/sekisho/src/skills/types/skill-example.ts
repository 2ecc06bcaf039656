import { z } from 'zod';

/** One example of a skill. `input` always matches the skill's `input_schema`. */
export const skillExampleSchema = z.object({
  title: z.string().min(1),
  input: z.record(z.string(), z.unknown()),
  expected_output: z.record(z.string(), z.unknown()).optional(),
});

/** One example of a skill. */
export type SkillExample = z.infer<typeof skillExampleSchema>;
