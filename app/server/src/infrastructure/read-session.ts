import { z } from 'zod';
import type { InterviewSession } from '../domain/conversation.ts';

const contextSchema = z.object({
  industry: z.string().optional(),
  processType: z.string().optional(),
  goal: z.string().optional(),
  region: z.string().optional(),
  compliance: z.string().optional(),
  additionalContext: z.string().optional(),
});

/** Reads a row of `sessions`, whose context is JSON text. */
export function readSession(row: {
  id: string;
  user_id: string;
  context: string;
  created_at: number;
}): InterviewSession {
  const context = contextSchema.parse(JSON.parse(row.context));
  return { id: row.id, userId: row.user_id, context, createdAt: row.created_at };
}
