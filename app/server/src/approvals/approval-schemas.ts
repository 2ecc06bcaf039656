import { z } from '@hono/zod-openapi';
import { idSchema, objectSchema, pageSchema, timeSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { runSummarySchema } from '../runs/run-schemas.ts';
import { isShallow } from './is-shallow.ts';

const statusSchema = z.enum(['pending', 'approved', 'denied', 'expired', 'cancelled']);
const kindSchema = z.enum(['call', 'outcome']);
const scopeSchema = z.enum(['run', 'tool_and_destination']);
const comment = z.string().max(1900);
/** The `display_digest` of a reading. */
const displayed = z.string().max(128);

/** The filters of a list of approval requests. */
export const approvalQuerySchema = pageSchema.extend({
  status: z.enum([...statusSchema.options, 'decided', 'all']).default('pending'),
  run_id: idSchema.optional(),
  tool: idSchema.optional(),
  agent: idSchema.optional(),
  min_risk: z.coerce.number().int().min(1).max(5).optional(),
  kind: kindSchema.optional(),
  created_after: timeSchema.optional(),
  created_before: timeSchema.optional(),
});

/** An approval request in a list. */
export const approvalSummarySchema = z
  .object({
    approval_id: z.string(),
    run_id: z.string(),
    turn: z.string(),
    kind: kindSchema,
    status: statusSchema,
    tool_id: z.string(),
    tool_kind: z.string(),
    agent_name: z.string(),
    risk_level: z.number(),
    effect: z.string(),
    reason: z.string(),
    reason_ja: z.string(),
    prompt: z.string(),
    prompt_ja: z.string(),
    display: z.enum(['complete', 'partial', 'blocked']).nullable(),
    destination: z.string().nullable(),
    edit: z
      .object({
        arguments_text: z.string(),
        changed_paths: z.array(z.string()),
        destination_before: z.string().nullable(),
      })
      .nullable(),
    action_digest: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    decided_at: z.string().nullable(),
    decided_by: z.object({ id: z.string(), assurance: z.string().optional() }).nullable(),
    comment: z.string().nullable(),
    used_at: z.string().nullable(),
    can_edit: z.boolean(),
    can_grant: z.array(scopeSchema),
    grant_covers: z.string().nullable(),
    grant_covers_ja: z.string().nullable(),
    value_counts: z.string().nullable(),
    value_counts_ja: z.string().nullable(),
    can_batch: z.boolean(),
  })
  .openapi('ApprovalSummary');

/** One approval request with all details that a decision needs. */
export const approvalDetailSchema = approvalSummarySchema
  .extend({
    arguments: objectSchema.nullable(),
    arguments_text: z.string(),
    masked_paths: z.array(z.string()),
    edited_arguments: objectSchema.nullable(),
    sources: z.array(
      z.object({ path: z.string(), value: z.string(), origin: z.string(), tool: z.string().nullable() }),
    ),
    rule_ids: z.array(z.string()),
    policy: z.string(),
    user_intent: z.string().nullable(),
    on_behalf_of: z.string().nullable(),
    tool: z.object({ description: z.string(), parameters: z.unknown() }).nullable(),
    definition_digest: z.string(),
    siblings: z.array(approvalSummarySchema),
    run: runSummarySchema.nullable(),
  })
  .openapi('ApprovalDetail');

const noteSchema = z.object({
  code: z.enum(['number', 'duplicate_key', 'invisible', 'depth', 'size', 'name', 'secret', 'blank']),
  path: z.string(),
  message: z.string(),
  message_ja: z.string(),
});

/** The complete values of an approval request: nothing is masked or shortened. */
export const readingSchema = z
  .object({
    approval_id: z.string(),
    action_digest: z.string(),
    agent_name: z.string(),
    tool_id: z.string(),
    server_id: z.string().nullable(),
    arguments: objectSchema,
    arguments_text: z.string(),
    edited: z
      .object({ arguments: objectSchema, arguments_text: z.string(), changed_paths: z.array(z.string()) })
      .nullable(),
    warnings: z.array(noteSchema),
    problems: z.array(noteSchema),
    display_digest: z.string(),
  })
  .openapi('ApprovalReading');

/** The number of pending approval requests. */
export const approvalCountsSchema = z.object({
  pending: z.number(),
  by_risk: z.object({ '1': z.number(), '2': z.number(), '3': z.number(), '4': z.number(), '5': z.number() }),
  is_capped: z.boolean(),
});

/** A decision: approve, deny or request a change. */
export const decisionSchema = strictObject({
  decision: z.enum(['approve', 'deny', 'send_back']),
  action_digest: idSchema,
  displayed: displayed.optional(),
  comment: comment.optional(),
  edited_arguments: objectSchema.refine(isShallow).optional(),
  values_once: z.boolean().optional(),
  grant: strictObject({
    scope: scopeSchema,
    ttl_sec: z.number().int().min(1).max(2_592_000).optional(),
    max_uses: z.number().int().min(1).max(10_000).optional(),
  }).optional(),
  confirm_tool: z.string().max(256).optional(),
}).openapi('Decision');

/** A new expiry in seconds from now. The default is the lifetime of a new approval request. */
export const extensionSchema = strictObject({
  ttl_sec: z
    .number()
    .int()
    .min(1)
    .max(30 * 24 * 3600)
    .optional(),
});

/** A statement about a call whose outcome is unknown after a crash. */
export const outcomeSchema = strictObject({
  decision: z.enum(['done', 'retry', 'abort']),
  action_digest: idSchema,
  comment: comment.optional(),
  result: z.unknown().refine(isShallow).optional(),
  confirm_tool: z.string().max(256).optional(),
}).openapi('Outcome');

/** One decision on several approval requests. */
export const manyDecisionsSchema = strictObject({
  decision: z.enum(['approve', 'deny']),
  items: z
    .array(
      strictObject({
        approval_id: idSchema,
        action_digest: idSchema,
        displayed: displayed.optional(),
      }),
    )
    .min(1)
    .max(100),
  comment: comment.optional(),
}).openapi('ManyDecisions');

const resumeSchema = z.enum(['started', 'waiting', 'elsewhere', 'offline']);

/** A recorded decision, and how the run continues. */
export const decisionResultSchema = z
  .object({
    approval: approvalSummarySchema,
    resume: resumeSchema,
    waiting_in_run: z.number(),
    application: z.string(),
  })
  .openapi('DecisionResult');

/** The result of each of several decisions. */
export const manyResultsSchema = z
  .object({
    results: z.array(
      z.union([
        z.object({
          approval_id: z.string(),
          outcome: z.literal('decided'),
          approval: approvalSummarySchema,
        }),
        z.object({
          approval_id: z.string(),
          outcome: z.literal('refused'),
          code: z.string(),
          title: z.string(),
          title_ja: z.string(),
          facts: objectSchema,
        }),
      ]),
    ),
    resume: resumeSchema,
  })
  .openapi('ManyResults');

/** A grant. */
export const grantSchema = z
  .object({
    grant_id: z.string(),
    run_id: z.string(),
    tool_id: z.string(),
    scope: z.enum([...scopeSchema.options, 'host_policy']),
    covers: z.string(),
    covers_ja: z.string(),
    destination: z.string().nullable(),
    approval_id: z.string(),
    granted_by: z.string().nullable(),
    expires_at: z.string(),
    uses_left: z.number(),
  })
  .openapi('Grant');
