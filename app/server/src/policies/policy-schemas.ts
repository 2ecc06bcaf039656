import { z } from '@hono/zod-openapi';
import { bothLanguagesSchema, objectSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';

const policyItem = z.object({
  name: z.string(),
  version: z.number(),
  digest: z.string(),
  is_changed: z.boolean(),
  changed_by: z.string().nullable(),
  changed_at: z.string().nullable(),
});

/** All profiles. */
export const policyListSchema = z.object({ active: z.string(), items: z.array(policyItem) });

/** One profile with its shipped version. */
export const policySchema = policyItem
  .extend({ profile: objectSchema, standard: objectSchema })
  .openapi('Policy');

const verdictSchema = z.enum(['allow', 'needs_human', 'deny']);

/** A rule of the gate with its explanation. */
export const ruleSchema = z
  .object({
    id: z.string(),
    source: z.enum(['standard', 'profile', 'engine']),
    decision: verdictSchema,
    risk_level: z.number().nullable(),
    reason: bothLanguagesSchema,
    when: z.array(objectSchema),
    profiles: z.array(
      z.object({ profile: z.string(), answer: z.union([verdictSchema, z.literal('off')]).nullable() }),
    ),
  })
  .openapi('PolicyRule');

/** A changed profile, and the version that it is based on. */
export const changePolicySchema = strictObject({ version: z.number().int().min(0), profile: objectSchema });

/** The profile for new runs. */
export const activatePolicySchema = strictObject({ name: z.string().max(64) });

/** A profile to test. */
export const dryRunSchema = strictObject({
  profile: objectSchema,
  limit: z.number().int().min(1).max(200).default(50),
});

/** The decisions that a profile would change. */
export const dryRunResultSchema = z
  .object({
    runs: z.number(),
    calls: z.number(),
    changes: z.array(
      z.object({
        run_id: z.string(),
        tool_id: z.string(),
        step: z.number(),
        arguments_text: z.string(),
        was: z.string(),
        would_be: z.string(),
        reason: z.string(),
        reason_ja: z.string().nullable(),
        rule_ids: z.array(z.string()),
      }),
    ),
    skipped: z.array(z.object({ run_id: z.string(), why: z.enum(['not_recorded', 'diverged']) })),
    took_ms: z.number(),
  })
  .openapi('DryRunResult');
