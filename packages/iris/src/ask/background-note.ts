import { z } from 'zod';

/** What is known about an answer before it is there. A task stores it, so that another process can finish the work. */
export const backgroundNoteSchema = z.object({
  response_id: z.string(),
  continued_from: z.string().optional(),
  title: z.string(),
  language: z.enum(['en', 'ja']),
  /** False when OpenAI was told to store nothing. */
  isStored: z.boolean(),
  warnings: z.array(z.string()),
});

/** What is known about an answer before it is there. */
export type BackgroundNote = z.output<typeof backgroundNoteSchema>;
