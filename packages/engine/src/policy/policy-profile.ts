import { z } from 'zod';
import { ATTRIBUTES, VALUE_ORIGINS } from './call-facts.ts';
import { gateVerdictSchema, riskLevelSchema } from '../wire/gate-decision.ts';
import { CONTROL_ROLES } from '../wire/tool-manifest.ts';

const attributeSchema = z.enum(ATTRIBUTES);
const limitSchema = z.enum(['writes', 'spend', 'refusals']);

/** One test of one fact. If the fact is missing, the policy denies the call. */
const conditionSchema = z.union([
  z.strictObject({ attribute: attributeSchema, is: z.union([z.boolean(), z.string()]) }),
  z.strictObject({ attribute: attributeSchema, in: z.array(z.string()).min(1) }),
  z.strictObject({
    attribute: z.enum(CONTROL_ROLES),
    outside: z.enum(['accepts', 'accepts_write', 'accepts_grave', 'accepts_read']),
  }),
  z.strictObject({ attribute: attributeSchema, reaches: limitSchema }),
]);

/** One test of one fact. */
export type Condition = z.infer<typeof conditionSchema>;

const exampleSchema = z.record(z.string(), z.union([z.boolean(), z.string(), z.number()]));

/** A rule: an id, tests that must all hold, its decision, and examples that verify it. */
const policyRuleSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(?:[.-][a-z]+)+$/),
  when: z.array(conditionSchema).min(1),
  decision: gateVerdictSchema,
  risk_level: riskLevelSchema,
  reason: z.strictObject({ en: z.string().min(1), ja: z.string().min(1) }),
  match: z.array(exampleSchema).min(1),
  not_match: z.array(exampleSchema).min(1),
});

/** One rule of a policy. */
export type PolicyRule = z.infer<typeof policyRuleSchema>;

const domainSchema = z
  .string()
  .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, 'must be a domain such as example.com or *.example.com');

const originsSchema = z.array(z.enum(VALUE_ORIGINS));

/** The accepted origins of the values in each role. */
export const acceptsSchema = z.record(z.enum(CONTROL_ROLES), originsSchema);

/** A profile: the accepted origins, the limits, and the decisions that differ from the rules' own. */
export const policyProfileSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  accepts: acceptsSchema,
  accepts_write: acceptsSchema,
  accepts_grave: acceptsSchema,
  accepts_read: acceptsSchema,
  limits: z.strictObject({
    writes: z.number().int().positive(),
    /** The sum of all amounts, whatever their currency; those in a known currency without a subunit (yen) count as hundredths. */
    spend: z.number().positive(),
    refusals: z.number().int().positive(),
  }),
  decisions: z.record(z.string(), z.union([gateVerdictSchema, z.literal('off')])),
  /**
   * Only a named person may approve what the gate asks about; `onApproval` and `state.approve()` do not count. Absent unless
   * set, because the version of a policy is the digest of its profile, and open approvals are bound to that version.
   */
  named_approver: z.literal(true).exactOptional(),
  /**
   * `off`: a value that a person approved counts only for the approved call. By default it counts as the user's in the same
   * role for the rest of the run, except for payments, commands and changes of rights.
   */
  approved_values: z.literal('off').exactOptional(),
  /**
   * Destinations that are accepted like values of trusted data: mail addresses, and domains (`example.com`, or
   * `*.example.com` for its subdomains) of mail addresses and web addresses. Absent unless set, for the same reason.
   */
  allow_lists: z
    .strictObject({
      recipients: z.array(z.string().trim().min(1).max(320)).max(1_000).exactOptional(),
      domains: z.array(domainSchema).max(1_000).exactOptional(),
    })
    .exactOptional(),
  /** `off`: standing permissions do not apply. */
  standing_permissions: z.literal('off').exactOptional(),
  extra_rules: z.array(policyRuleSchema),
});

/** The thresholds of one profile, as data. */
export type PolicyProfile = z.infer<typeof policyProfileSchema>;
