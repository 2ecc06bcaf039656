import { z } from '@hono/zod-openapi';
import { bothLanguagesSchema, objectSchema } from './shared-schemas.ts';

const roleSchema = z.enum(['viewer', 'approver', 'admin']);
const effectSchema = z.enum(['read', 'write', 'send', 'delete', 'spend', 'execute', 'admin']);
const argumentRoleSchema = z.enum([
  'recipient',
  'account',
  'url',
  'path',
  'command',
  'amount',
  'credential',
  'target',
  'content',
  'option',
]);
const modeSchema = z.enum(['mock', 'openai']);

/** Who signed in, and how the server stands. */
export const sessionSchema = z
  .object({
    user: z.object({ id: z.string(), role: roleSchema }),
    csrf_token: z.string(),
    via: z.enum(['session', 'token', 'proxy']),
    expires_at: z.string().nullable(),
    language: z.enum(['ja', 'en']),
    mode: modeSchema,
    store: z.enum(['sqlite', 'postgres']),
    version: z.string(),
  })
  .openapi('ConsoleSession');

/** What signs somebody in. */
export const signInSchema = z.strictObject({ token: z.string().min(1).max(512) });

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

/** One profile, as it is and as it was shipped. */
export const policySchema = policyItem
  .extend({ profile: objectSchema, standard: objectSchema })
  .openapi('Policy');

const verdictSchema = z.enum(['allow', 'needs_human', 'deny']);

/** A rule of the gate, in words. */
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

/** A changed profile, and the version that it was made from. */
export const changePolicySchema = z.strictObject({ version: z.number().int().min(0), profile: objectSchema });

/** The profile for new runs. */
export const activatePolicySchema = z.strictObject({ name: z.string().max(64) });

/** A profile to try. */
export const dryRunSchema = z.strictObject({
  profile: objectSchema,
  limit: z.number().int().min(1).max(200).default(50),
});

/** What a profile would change. */
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
    skipped: z.array(
      z.object({ run_id: z.string(), why: z.enum(['not_recorded', 'agent_unknown', 'diverged']) }),
    ),
    took_ms: z.number(),
  })
  .openapi('DryRunResult');

const manifestWish = z.strictObject({
  effect: effectSchema,
  arguments: z.record(z.string().max(256), argumentRoleSchema),
  trusted_source: z.boolean(),
  sensitive: z.boolean(),
  idempotent: z.boolean(),
});

/** What a person says about a tool. */
export const confirmManifestSchema = z.strictObject({
  version: z.number().int().min(0),
  manifest: manifestWish,
});

/** A tool with the manifest that counts. */
export const toolSchema = z
  .object({
    tool_id: z.string(),
    kind: z.string(),
    agents: z.array(z.string()),
    description: z.string(),
    parameters: z.unknown(),
    manifest: manifestWish.extend({
      origin: z.enum(['declared', 'annotations', 'guess']),
      confirmed: z.boolean(),
    }),
    manifest_source: z.enum(['declared', 'confirmed', 'guess']),
    version: z.number(),
    confirmed_by: z.string().nullable(),
    confirmed_at: z.string().nullable(),
  })
  .openapi('ConsoleTool');

const skillItem = z.object({
  skill_id: z.string(),
  name: z.string(),
  overview: z.string(),
  tags: z.array(z.string()),
  mode: z.string(),
});

/** All skills, and what is wrong with some. */
export const skillListSchema = z.object({
  dir: z.string().nullable(),
  items: z.array(skillItem),
  diagnostics: z.array(
    z.object({
      severity: z.enum(['warning', 'error']),
      path: z.string(),
      message: z.string(),
      code: z.string().nullable(),
    }),
  ),
});

/** One skill. */
export const skillSchema = skillItem
  .extend({ manifest: objectSchema, input_schema: objectSchema })
  .openapi('ConsoleSkill');

/** What the doctor found. */
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

/** How the server stands. */
export const statusSchema = z
  .object({
    policy: z.string(),
    agents: z.array(z.string()),
    registered_tools: z.number(),
    store: z.enum(['sqlite', 'postgres']),
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

/** Which task to start. */
export const startScenarioSchema = z.strictObject({
  scenario: z.string().max(64),
  language: z.enum(['ja', 'en']),
});

/** An API token; the secret itself is not in it. */
export const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    created_by: z.string(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    revoked_at: z.string().nullable(),
  })
  .openapi('ApiToken');

/** A token to make. */
export const createTokenSchema = z.strictObject({
  name: z.string().regex(/^[\w.@+-]{1,128}$/),
  role: roleSchema,
  expires_in_days: z.number().int().min(1).max(3650).optional(),
});
