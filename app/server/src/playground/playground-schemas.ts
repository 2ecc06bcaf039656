import { z } from '@hono/zod-openapi';
import { toolManifestSchema } from 'sekisho';
import { wellFormedSchema } from '../http/http-schemas.ts';
import { bothLanguagesSchema, objectSchema } from '../http/shared-schemas.ts';
import { strictObject } from '../http/strict-object.ts';

const MAX_CALLS = 20;
const { effect, arguments: roles } = toolManifestSchema.shape;
const nameSchema = wellFormedSchema.min(1).max(128);
const taskSchema = wellFormedSchema.trim().min(1).max(8000);

const toolSchema = strictObject({
  name: nameSchema,
  /** Null: the gate infers the effect and the roles, as for an undeclared tool. */
  effect: effect.nullable(),
  /** Whether the owner declares that results of this tool contain no text of other people. */
  trusted: z.boolean(),
  arguments: z.array(strictObject({ name: nameSchema, role: roles.valueType.nullable() })).max(MAX_CALLS),
});
const callSchema = strictObject({
  tool: nameSchema,
  arguments: z.record(nameSchema, z.unknown()),
  result: wellFormedSchema.max(20_000),
  /** Text of an attacker that is added to the result. */
  injected: wellFormedSchema.max(8000),
  /** The decision of the person, if the gate asks one. */
  if_asked: z.enum(['approve', 'deny']),
});
const callsSchema = { tools: z.array(toolSchema), calls: z.array(callSchema) };

/** The tasks of the playground: runs of demo agents, and the same tasks as trials that can be changed. */
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
  examples: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['benign', 'poisoned']),
      title: bothLanguagesSchema,
      task: bothLanguagesSchema,
      ...callsSchema,
    }),
  ),
});

/** The task to start. */
export const startScenarioSchema = strictObject({
  scenario: z.string().max(64),
  language: z.enum(['ja', 'en']),
});

/** A task, the tools, and the calls that a model makes. */
export const trialSchema = strictObject({
  task: taskSchema,
  profile: z.enum(['strict', 'balanced', 'fast']).optional(),
  tools: callsSchema.tools.min(1).max(MAX_CALLS),
  calls: callsSchema.calls.min(1).max(MAX_CALLS),
});

/** The decisions of the gate about the calls of a trial. `gate` is the record that the audit log of a run would contain. */
export const trialStepsSchema = z.object({
  steps: z.array(
    z.object({
      tool: z.string(),
      decision: z.string(),
      gate: objectSchema,
      has_run: z.boolean(),
      received: z.string(),
    }),
  ),
});

/** The agents of other programs, from the newest runs of the store. */
export const knownAgentsSchema = z.object({
  items: z.array(
    z.object({
      application: z.string(),
      agent: z.string(),
      last_run_at: z.string(),
      /** Whether a process of the application is running. */
      is_running: z.boolean(),
      /** Whether its processes can execute new runs from the queue. */
      can_request: z.boolean(),
      tools: callsSchema.tools,
    }),
  ),
});

/** A run to request from a program. */
export const requestRunSchema = strictObject({
  application: nameSchema,
  agent: nameSchema,
  task: taskSchema,
});
