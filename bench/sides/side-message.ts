import { z } from 'zod';
import { workSchema } from './work.ts';

/** The name of a side: the bare Agents SDK, the same with the waits of a durable run, Sekisho, or another runtime. */
export const sideNameSchema = z.enum([
  'bare',
  'bare-waiting',
  'ours',
  'langgraph',
  'langgraph-synced',
  'mastra',
]);

/** The name of a side. */
export type SideName = z.infer<typeof sideNameSchema>;

/** A task of a side process: a number of units of work, one after the other or at the same time. */
export const sideTaskSchema = z.object({
  work: workSchema,
  /** How many runs are active at the same time. */
  concurrency: z.number().int(),
  /** How many units each of them executes; the measurement ends with the last unit. */
  units: z.number().int(),
});

/** A task of a side process. */
export type SideTask = z.infer<typeof sideTaskSchema>;

/** The measurement of a task. Times are milliseconds for one unit of work. */
const sideSampleSchema = z.object({
  /** CPU time of all threads of the process. */
  cpu: z.number(),
  wall: z.number(),
  /** The delay of the event loop during the task, in milliseconds. */
  loopP99: z.number(),
  loopMax: z.number(),
  /** Calls of fsync and fdatasync for one unit, when the process runs with the shim that counts them. */
  syncs: z.number().optional(),
  /** Round trips to PostgreSQL for one unit, when the side uses it. */
  trips: z.number().optional(),
});

/** The measurement of a task. */
export type SideSample = z.infer<typeof sideSampleSchema>;

/** The reply of a side process. */
export const sideReplySchema = z.union([
  z.object({ sample: sideSampleSchema }),
  z.object({ failure: z.string() }),
  z.object({ isReady: z.literal(true) }),
]);
