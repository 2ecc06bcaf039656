import { z } from '@hono/zod-openapi';
import { idSchema, objectSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';
import { approvalSummarySchema, scopeSchema } from './approval-schemas.ts';
import { isShallow } from './is-shallow.ts';

const comment = z.string().max(1900);
/** The delay until a decision takes effect. Until then, the person can undo it. */
const undoSchema = z.number().int().min(0).max(60).optional();
const resumeSchema = z.enum(['started', 'waiting', 'elsewhere', 'offline']);
const displayed = z.string().max(128);

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
  undo_sec: undoSchema,
}).openapi('Decision');
export type Decision = z.infer<typeof decisionSchema>;

/** A statement about a call whose outcome is unknown after a crash. */
export const outcomeSchema = strictObject({
  decision: z.enum(['done', 'retry', 'abort']),
  action_digest: idSchema,
  comment: comment.optional(),
  result: z.unknown().refine(isShallow).optional(),
  confirm_tool: z.string().max(256).optional(),
  undo_sec: undoSchema,
}).openapi('Outcome');
export type OutcomeAnswer = z.infer<typeof outcomeSchema>;

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
export type ManyDecisions = z.infer<typeof manyDecisionsSchema>;

/** The decision on a group: exactly the set with this digest, which was displayed, without some of its members. */
export const groupDecisionSchema = strictObject({
  decision: z.enum(['approve', 'deny']),
  digest: idSchema,
  except: z.array(idSchema).max(1000).default([]),
  comment: comment.optional(),
  undo_sec: z.number().int().min(0).max(60).default(0),
}).openapi('GroupDecision');
export type GroupDecision = z.infer<typeof groupDecisionSchema>;

/** Decisions that take effect later, unless they are undone. */
export const delayedSchema = z
  .object({ batch: z.string(), effective_at: z.string(), refused: z.array(z.string()) })
  .openapi('DelayedDecision');

/** A recorded decision, and how the run continues; or a delayed one. */
export const decisionResultSchema = z
  .object({
    approval: approvalSummarySchema,
    resume: z.enum([...resumeSchema.options, 'delayed']),
    waiting_in_run: z.number(),
    application: z.string(),
    delayed: delayedSchema.nullable(),
  })
  .openapi('DecisionResult');

/** Why a request was not decided. */
export const failureSchema = z.object({
  approval_id: z.string(),
  code: z.string(),
  title: z.string(),
  title_ja: z.string(),
  facts: objectSchema,
});

/** The progress of decisions that were made together. */
export const progressSchema = z
  .object({
    batch: z.string(),
    total: z.number(),
    decided: z.number(),
    waiting: z.number(),
    effective_at: z.string(),
    failed: z.array(failureSchema),
    /** How the run continues, when there is one decision. */
    result: z
      .object({ resume: resumeSchema, waiting_in_run: z.number(), application: z.string() })
      .nullable(),
  })
  .openapi('DecisionProgress');

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
        failureSchema.extend({ outcome: z.literal('refused') }),
      ]),
    ),
    resume: resumeSchema,
  })
  .openapi('ManyResults');
