import { z } from 'zod';

/** The possible decisions of the gate about one tool call. */
export const gateVerdictSchema = z.enum(['allow', 'deny', 'needs_human']);
export type GateVerdict = z.infer<typeof gateVerdictSchema>;

/** The risk of one call, from 1 (harmless) to 5 (irreversible or costly). */
export const riskLevelSchema = z.union([
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
  z.literal(5),
]);
export type RiskLevel = z.infer<typeof riskLevelSchema>;

/** The decision about one tool call, as a SafetyAgent returns it. */
export const gateDecisionSchema = z.object({
  decision: gateVerdictSchema,
  risk_level: riskLevelSchema,
  reason: z.string().max(4000),
  reason_ja: z.string().max(4000).optional(),
  approval_id: z.string().min(1).max(128).optional(),
  effect: z.string().max(32).optional(),
  /** Whether the call belongs to the plan of the task. */
  plan: z.enum(['inside', 'unclear', 'outside']).optional(),
  rule_ids: z.array(z.string().max(128)).max(64).optional(),
  /** The facts that the rules evaluated, as far as they differ from a read without risks. They contain no values of the call. */
  facts: z.record(z.string().max(64), z.union([z.boolean(), z.string().max(64), z.number()])).optional(),
  destination: z.string().max(2000).optional(),
  amount: z.number().optional(),
  /** The decision of a shadow profile. It has no effect. */
  shadow: z.object({ profile: z.string(), decision: gateVerdictSchema }).optional(),
  sources: z
    .array(z.object({ path: z.string(), value: z.string(), origin: z.string(), role: z.string().optional() }))
    .max(64)
    .optional(),
});
export type GateDecision = z.infer<typeof gateDecisionSchema>;
