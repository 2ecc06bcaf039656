import { z } from '@hono/zod-openapi';
import { planSchema } from './read-plan.ts';
import { AUDIT_EVENTS } from 'sekisho/store-adapter';
import { RUN_STATES } from './run-state.ts';
import { idSchema, objectSchema, pageSchema, timeSchema } from '../http/shared-schemas.ts';

const statusSchema = z.enum(['running', 'suspended', 'done', 'failed', 'denied', 'expired']);
const tokensSchema = z.object({ input: z.number(), output: z.number() });
const eventSchema = z.enum(AUDIT_EVENTS);

/** The filters of a list of runs. */
export const runQuerySchema = pageSchema.extend({
  state: z.enum(RUN_STATES).optional(),
  application: idSchema.optional(),
  requester: idSchema.optional(),
  status: statusSchema.optional(),
  agent: idSchema.optional(),
  q: z.string().min(1).max(200).optional(),
  created_after: timeSchema.optional(),
  created_before: timeSchema.optional(),
});
export type RunQuery = z.infer<typeof runQuerySchema>;

/** A run in a list. */
export const runSummarySchema = z
  .object({
    run_id: z.string(),
    status: statusSchema,
    /** The status as people understand it; `status` is the stored one. */
    state: z.enum(RUN_STATES),
    /** The application that started the run and executes it. Empty for runs of version 0.1. */
    application: z.string(),
    agent_name: z.string(),
    segment: z.number(),
    created_at: z.string(),
    updated_at: z.string(),
    waiting: z.number(),
    /** The number of its approval requests, at most 50. */
    questions: z.number(),
    waits_for: z.enum(['person', 'program']).nullable(),
    is_application_running: z.boolean(),
    user_intent: z.string().nullable(),
    started_by: z.string().nullable(),
    scenario: z.string().nullable(),
    tokens: tokensSchema.nullable(),
    cost_usd: z.number().nullable(),
  })
  .openapi('RunSummary');

/** An interval on the timeline of a run. `asked`: the gate stopped the call until a person decides. */
const spanSchema = z
  .object({
    id: z.string(),
    parent_id: z.string().nullable(),
    kind: z.enum(['run', 'turn', 'model', 'gate', 'wait', 'tool', 'resume', 'recovery']),
    name: z.string(),
    status: z.enum(['ok', 'asked', 'running', 'waiting', 'denied', 'failed', 'unknown', 'expired']),
    started_at: z.string(),
    ended_at: z.string().nullable(),
    segment: z.number(),
    attempt: z.number(),
    tool_id: z.string().nullable(),
    approval_id: z.string().nullable(),
    /** The key of the call, which the context of the run also uses. */
    call_key: z.string().nullable(),
    tokens: tokensSchema.nullable(),
    cost_usd: z.number().nullable(),
    model: z.string().nullable(),
    detail: objectSchema,
    seqs: z.array(z.number()),
  })
  .openapi('Span');
export type Span = z.infer<typeof spanSchema>;

/** A run as a timeline. */
export const runDetailSchema = runSummarySchema
  .extend({
    sdk_version: z.string(),
    policy: z.string(),
    profile: z.string(),
    /** The latest plan of the run, as the audit log contains it. */
    plan: planSchema.nullable(),
    spans: z.array(spanSchema),
    /** The trace of the run in the telemetry of its program, if it recorded one. */
    trace_id: z.string().nullable(),
    trace_url: z.string().nullable(),
    is_truncated: z.boolean(),
    /** Whether a server of this store recorded the model responses. Otherwise they and the final output are unknown. */
    is_recorded: z.boolean(),
    model_calls: z.number(),
    final_output: z.string().nullable(),
    last_seq: z.number(),
  })
  .openapi('RunDetail');

/** The values of the filters of a list of runs. */
export const runFacetsSchema = z.object({
  agents: z.array(z.string()),
  applications: z.array(z.string()),
  requesters: z.array(z.string()),
});

const callStateSchema = z.enum([
  'done',
  'failed',
  'unknown',
  'running',
  'waiting',
  'declined',
  'expired',
  'denied',
  'not_started',
]);

/** The conversation of a run, the inputs and outputs of its calls, and where their values came from. */
export const runContextSchema = z
  .object({
    run_id: z.string(),
    requester: z.string().nullable(),
    task: z.string().nullable(),
    kept: z.enum(['complete', 'partial', 'removed']),
    entries: z.array(
      z.union([
        z.object({
          kind: z.enum(['user', 'model', 'content']),
          source: z.string(),
          text: z.string(),
          length: z.number(),
        }),
        z.object({
          kind: z.literal('call'),
          call_key: z.string(),
          tool_id: z.string(),
          agent_name: z.string(),
          state: callStateSchema,
          input: z.string(),
          input_masked: z.boolean(),
          output: z.string().nullable(),
          output_length: z.number(),
          started_at: z.string(),
          ended_at: z.string().nullable(),
        }),
      ]),
    ),
    passages: z.array(
      z.object({
        call_key: z.string(),
        path: z.string(),
        value: z.string(),
        entry: z.number(),
        start: z.number(),
        end: z.number(),
        before: z.string(),
        match: z.string(),
        after: z.string(),
      }),
    ),
  })
  .openapi('RunContext');

const timeRange = { since: timeSchema.optional(), until: timeSchema.optional() };

/** The filters of the audit log. */
export const auditQuerySchema = pageSchema.extend({
  run_id: idSchema.optional(),
  event: eventSchema.optional(),
  decision: z.string().max(64).optional(),
  tool: idSchema.optional(),
  by: idSchema.optional(),
  q: z.string().min(1).max(200).optional(),
  ...timeRange,
});
export type AuditQuery = z.infer<typeof auditQuerySchema>;

/** The part of the audit log to download. */
export const auditExportSchema = auditQuerySchema
  .omit({ limit: true, cursor: true })
  .extend({ format: z.enum(['jsonl', 'csv']).default('jsonl') });

/** What a record is about: who did what to which target, and how the call ended. */
const subjectSchema = z.object({
  who: z.string().nullable(),
  agent: z.string().nullable(),
  tool: z.string().nullable(),
  /** The effect of the call, such as `send`. */
  effect: z.string().nullable(),
  target: z.string().nullable(),
  /** How the call ended: `not_run` if it has not started. Null without a call. */
  result: z.enum(['done', 'failed', 'not_run', 'running']).nullable(),
  /** The reason or the comment of the person or the gate. */
  reason: z.string().nullable(),
});
export type RecordSubject = z.infer<typeof subjectSchema>;

/** One record of the audit log. */
export const auditRecordSchema = z
  .object({
    seq: z.number(),
    run_id: z.string(),
    tool_call_id: z.string(),
    event: eventSchema,
    attempt: z.number(),
    decision: z.string(),
    timestamp: z.string(),
    data: objectSchema,
    hash: z.string(),
    about: subjectSchema.nullable(),
  })
  .openapi('AuditRecord');

/** A page of the audit log. */
export const auditPageSchema = z.object({
  items: z.array(auditRecordSchema),
  cursor: z.string().nullable(),
  scanned: z.number(),
  head_seq: z.number(),
});

/** A checkpoint of the log. */
export const checkpointSchema = z
  .object({ seq: z.number(), hash: z.string(), signature: z.string(), public_key: z.string() })
  .openapi('Checkpoint');

/** The result of a verification of the whole chain. */
export const verificationSchema = z
  .object({
    ok: z.boolean(),
    records: z.number(),
    checkpoints: z.number(),
    head: z.object({ seq: z.number(), hash: z.string() }),
    first_bad: z.object({ seq: z.number(), why: z.string() }).nullable(),
    took_ms: z.number(),
  })
  .openapi('Verification');
