import { z } from 'zod';

/** The metadata of a response that has not ended. A task stores it so that another process can finish the work. */
export const backgroundNoteSchema = z.object({
  response_id: z.string(),
  continued_from: z.string().optional(),
  title: z.string(),
  language: z.enum(['en', 'ja']),
  /** False when the request requires OpenAI not to store the response. */
  isStored: z.boolean(),
  warnings: z.array(z.string()),
});

/** The metadata of a response that has not ended. */
export type BackgroundNote = z.output<typeof backgroundNoteSchema>;
