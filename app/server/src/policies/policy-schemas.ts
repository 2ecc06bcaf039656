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
  .extend({
    profile: objectSchema,
    standard: objectSchema,
    /** The cells of the grid of origins that no valid profile may change. */
    fixed: z.array(z.object({ list: z.string(), role: z.string(), origin: z.string(), rule: z.string() })),
  })
  .openapi('Policy');

const verdictSchema = z.enum(['allow', 'needs_human', 'deny']);

/** A rule of the gate with its explanation. */
export const ruleSchema = z
  .object({
    id: z.string(),
    /** The source of the rule: all profiles, one profile, or the engine. */
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
export type RuleView = z.infer<typeof ruleSchema>;

/** A changed profile, and the version that it is based on. */
export const changePolicySchema = strictObject({ version: z.number().int().min(0), profile: objectSchema });

/** The profile for new runs. */
export const activatePolicySchema = strictObject({ name: z.string().max(64) });

/** A profile to test. */
export const startDryRunSchema = strictObject({ profile: objectSchema });

/** An unsaved edit, or null to delete it. */
export const draftSchema = strictObject({
  draft: strictObject({ version: z.number().int().min(0), profile: objectSchema }).nullable(),
});

/** A saved version of a profile. Version 0 is the shipped one. */
export const policyVersionSchema = z.object({
  version: z.number(),
  changed_by: z.string().nullable(),
  changed_at: z.string().nullable(),
  profile: objectSchema,
});
