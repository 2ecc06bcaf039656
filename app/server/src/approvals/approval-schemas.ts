import { z } from '@hono/zod-openapi';
import { pageOf } from '../http/http-schemas.ts';
import { idSchema, objectSchema, pageSchema, timeSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { runSummarySchema } from '../runs/run-schemas.ts';
import { PENDING_SORTS } from './pending/select-pending.ts';

const statusSchema = z.enum(['pending', 'approved', 'denied', 'expired', 'cancelled']);
const kindSchema = z.enum(['call', 'outcome']);
/** The scopes of a grant. */
export const scopeSchema = z.enum(['run', 'tool_and_destination']);
/** The filters of a list of approval requests. */
export const approvalQuerySchema = pageSchema.extend({
  cursor: z.string().max(400).optional(),
  q: z.string().max(200).optional(),
  view: z.enum(['urgent', 'mine']).optional(),
  sort: z.enum(PENDING_SORTS).default('age'),
  grouped: z.stringbool().default(false),
  group: idSchema.optional(),
  arrived_after: z.string().max(40).optional(),
  status: z.enum([...statusSchema.options, 'decided', 'all']).default('pending'),
  run_id: idSchema.optional(),
  tool: idSchema.optional(),
  agent: idSchema.optional(),
  min_risk: z.coerce.number().int().min(1).max(5).optional(),
  kind: kindSchema.optional(),
  created_after: timeSchema.optional(),
  created_before: timeSchema.optional(),
});
export type ApprovalQuery = z.infer<typeof approvalQuerySchema>;

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
    /** The numbers and currency codes among the arguments of a payment. */
    payment: z.record(z.string(), z.union([z.number(), z.string()])).nullable(),
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
    plan: z
      .object({ fit: z.enum(['inside', 'unclear', 'outside']), text: z.string(), text_ja: z.string() })
      .nullable(),
    value_counts: z.string().nullable(),
    value_counts_ja: z.string().nullable(),
    can_batch: z.boolean(),
    assignee: z.string().nullable(),
    comment_count: z.number(),
    /** A decision that a person made and that is not in effect yet. */
    delayed_decision: z
      .object({ batch: z.string(), by: z.string(), made_at: z.string(), effective_at: z.string() })
      .nullable(),
    /** The group of similar requests that this row stands for. */
    group: z.object({ key: z.string(), count: z.number() }).nullable(),
  })
  .openapi('ApprovalSummary');

/** A page of approval requests. `total` and `snapshot` are null in lists that are not of pending requests. */
export const approvalPageSchema = pageOf(approvalSummarySchema).extend({
  total: z.number().nullable(),
  snapshot: z.string().nullable(),
});

/** A remark of a reviewer. */
export const commentSchema = z
  .object({ number: z.number(), user_id: z.string(), body: z.string(), created_at: z.string() })
  .openapi('ApprovalComment');

/** One approval request with all details that a decision needs. */
export const approvalDetailSchema = approvalSummarySchema
  .extend({
    /** The key of the call, which the context of the run also uses. */
    call_key: z.string(),
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
    comments: z.array(commentSchema),
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

const facetSchema = z.array(z.object({ name: z.string(), count: z.number() }));

/** The number of pending approval requests: all of them, by their properties, and in views. */
export const approvalCountsSchema = z.object({
  pending: z.number(),
  by_risk: z.object({ '1': z.number(), '2': z.number(), '3': z.number(), '4': z.number(), '5': z.number() }),
  next_expiry: z.string().nullable(),
  tools: facetSchema,
  agents: facetSchema,
  groups: z.array(
    z.object({ key: z.string(), count: z.number(), tool_id: z.string(), agent_name: z.string() }),
  ),
  urgent: z.number(),
  mine: z.number(),
  views: z.array(z.object({ name: z.string(), query: z.string(), count: z.number() })),
});

/** A new expiry in seconds from now. The default is the lifetime of a new approval request. */
export const extensionSchema = strictObject({
  ttl_sec: z
    .number()
    .int()
    .min(1)
    .max(30 * 24 * 3600)
    .optional(),
});

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
