import { z } from 'zod';

/** A call for which a changed profile would decide differently. */
const changeSchema = z.object({
  run_id: z.string(),
  application: z.string(),
  agent: z.string(),
  tool_id: z.string(),
  /** The number of the record of the decision. */
  seq: z.number(),
  at: z.string(),
  arguments_text: z.string(),
  recorded: z.string(),
  was: z.string(),
  would_be: z.string(),
  reason: z.string(),
  reason_ja: z.string().nullable(),
  rule_ids: z.array(z.string()),
  /** What a person decided about the call. Null if no person decided. */
  person: z.enum(['approved', 'denied', 'expired']).nullable(),
});
export type DryRunChange = z.infer<typeof changeSchema>;

/** The progress and the result of a dry run. */
export const dryRunSchema = z.object({
  id: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  /** The records that were read, of all records of the log. */
  read: z.number(),
  total: z.number(),
  runs: z.number(),
  calls: z.number(),
  /** The questions that would no longer be asked, and what people decided about them. */
  fewer: z.object({ total: z.number(), approved: z.number(), denied: z.number(), expired: z.number() }),
  more: z.number(),
  denials: z.number(),
  /** The most important changes. */
  changes: z.array(changeSchema),
  changes_total: z.number(),
  /** The runs that could not be evaluated, by cause. */
  skipped: z.array(
    z.object({
      cause: z.enum(['other_profile', 'no_facts', 'no_calls']),
      profile: z.string().nullable(),
      runs: z.number(),
      examples: z.array(z.string()),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRunSchema>;
