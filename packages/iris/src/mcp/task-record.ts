import type { CallToolResult, InputRequests } from '@modelcontextprotocol/server';
import { z } from 'zod';

const TASK_STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

/** The status of a task, as defined by the Tasks extension. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The end of a task: a result of the tool or an error of the protocol. */
export type TaskOutcome = { result?: CallToolResult; error?: { code: number; message: string } };

/** A task as clients receive it. The status determines which fields are present. */
export type TaskView = TaskOutcome & {
  taskId: string;
  status: TaskStatus;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number;
  pollIntervalMs: number;
  inputRequests?: InputRequests;
};

const json = z.string().transform((text): unknown => JSON.parse(text));

/** The schema of a stored task. */
export const taskRecordSchema = z.object({
  id: z.string(),
  owner: z.string(),
  /** The tool that can continue the work after a restart. */
  tool: z.string(),
  status: z.enum(TASK_STATUSES),
  createdAt: z.number(),
  updatedAt: z.number(),
  endsAt: z.number(),
  /** The data that the tool needs to continue; null while the work would end with its process. */
  note: json.nullable(),
  outcome: json.pipe(z.custom<TaskOutcome>((value) => typeof value === 'object')).nullable(),
  /** The process that executes the work. */
  runner: z.string(),
});

/** A stored task. */
export type TaskRecord = z.output<typeof taskRecordSchema>;

/** Returns true until a task has ended. */
export function isRunning({ status }: { status: TaskStatus }): boolean {
  return status === 'working' || status === 'input_required';
}
