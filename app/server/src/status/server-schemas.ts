import { z } from '@hono/zod-openapi';
import { bothLanguagesSchema, modeSchema, objectSchema, storeSchema } from '../http/shared-schemas.ts';

const skillItem = z.object({
  skill_id: z.string(),
  name: z.string(),
  overview: z.string(),
  tags: z.array(z.string()),
  mode: z.string(),
});

/** All skills, and the problems of invalid ones. */
export const skillListSchema = z.object({
  dir: z.string().nullable(),
  items: z.array(skillItem),
  diagnostics: z.array(
    z.object({
      severity: z.enum(['warning', 'error']),
      path: z.string(),
      message: z.string(),
      code: z.string().nullable(),
      /** The meaning of the code and what to do. Null without a code. */
      cause: bothLanguagesSchema.nullable(),
      remedy: bothLanguagesSchema.nullable(),
    }),
  ),
});

/** One skill. */
export const skillSchema = skillItem
  .extend({ manifest: objectSchema, input_schema: objectSchema })
  .openapi('ConsoleSkill');

/** The result of the doctor. */
export const doctorSchema = z
  .object({
    ok: z.boolean(),
    at: z.string(),
    took_ms: z.number(),
    findings: z.array(
      z.object({
        id: z.string(),
        level: z.enum(['ok', 'warning', 'error']),
        found: bothLanguagesSchema,
        how: z.string(),
        remedy: bothLanguagesSchema.nullable(),
      }),
    ),
  })
  .openapi('DoctorReport');

/** The status of the server. */
export const statusSchema = z
  .object({
    policy: z.string(),
    agents: z.array(z.string()),
    registered_tools: z.number(),
    store: storeSchema,
    pending_approvals: z.number(),
    audit_records: z.number(),
    mode: modeSchema,
    version: z.string(),
    node: z.string(),
    started_at: z.string(),
    streams: z.number(),
    running: z.number(),
  })
  .openapi('ServerStatus');
