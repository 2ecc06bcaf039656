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

/** Reads a row of `sessions`, whose context is stored as JSON text. */
export function readSession(row: {
  id: string;
  user_id: string;
  title: string | null;
  context: string;
  version: number;
  created_at: number;
}): InterviewSession {
  const { id, user_id: userId, title, version, created_at: createdAt } = row;
  const context = contextSchema.parse(JSON.parse(row.context));
  return { id, userId, title: title ?? undefined, context, version, createdAt };
}
