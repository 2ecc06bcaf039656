import { z } from '@hono/zod-openapi';
import { bothLanguagesSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';

/** The tasks of the playground. */
export const playgroundSchema = z.object({
  scenarios: z.array(
    z.object({
      id: z.string(),
      agent: z.string(),
      topic: z.enum(['mail', 'files', 'payments']),
      kind: z.enum(['benign', 'poisoned']),
      title: bothLanguagesSchema,
      story: bothLanguagesSchema,
      task: bothLanguagesSchema,
      expect: bothLanguagesSchema,
    }),
  ),
});

/** The task to start. */
export const startScenarioSchema = strictObject({
  scenario: z.string().max(64),
  language: z.enum(['ja', 'en']),
});
