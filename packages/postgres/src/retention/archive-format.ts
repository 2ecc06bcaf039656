import { AUDIT_EVENTS } from '@sekisho/engine/store-adapter';
import { z } from 'zod';

const placeSchema = z.object({ seq: z.int().nonnegative(), hash: z.string() });

/** A record of the log by its number and its hash. Before the first one comes number 0 without a hash. */
export type LogPosition = z.infer<typeof placeSchema>;

/** The first line of an archive: the position of the record before it, which ends the previous archive. */
export const headSchema = z.object({ archive: z.literal('sekisho-log-1'), after: placeSchema });

/** The last line. An archive without it is truncated. */
export const endSchema = z.object({ end: placeSchema, records: z.int().nonnegative() });

/** Every other line. */
export const recordSchema = z.object({
  seq: z.int().positive(),
  run_id: z.string(),
  tool_call_id: z.string(),
  event: z.enum(AUDIT_EVENTS),
  attempt: z.number(),
  decision: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
  hash: z.string(),
});
