import type { CallToolResult, InputRequests } from '@modelcontextprotocol/server';
import { z } from 'zod';

const TASK_STATUSES = ['working', 'input_required', 'completed', 'failed', 'cancelled'] as const;

/** Where a task stands, in the words of the Tasks extension. */
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** How a task ended: with a result of the tool, or with an error of the protocol. */
export type TaskOutcome = { result?: CallToolResult; error?: { code: number; message: string } };

/** A task as it travels; what is inlined depends on the status. */
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

/** A task as it is stored. */
export const taskRecordSchema = z.object({
  id: z.string(),
  owner: z.string(),
  /** The tool that can continue the work after a restart. */
  tool: z.string(),
  status: z.enum(TASK_STATUSES),
  createdAt: z.number(),
  updatedAt: z.number(),
  endsAt: z.number(),
  /** What that tool needs for it; null as long as the work would end with its process. */
  note: json.nullable(),
  outcome: json.pipe(z.custom<TaskOutcome>((value) => typeof value === 'object')).nullable(),
  /** The process that does the work. */
  runner: z.string(),
});

/** A task as it is stored. */
export type TaskRecord = z.output<typeof taskRecordSchema>;

/** True until a task has ended. */
export function isRunning({ status }: { status: TaskStatus }): boolean {
  return status === 'working' || status === 'input_required';
}
