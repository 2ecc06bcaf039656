import { z } from 'zod';
import type { PendingFilter } from './select-pending.ts';

const text = z.string().min(1).optional().catch(undefined);
const filterSchema = z.object({
  q: text,
  view: z.enum(['urgent', 'mine']).optional().catch(undefined),
  run_id: text,
  tool: text,
  agent: text,
  min_risk: z.coerce.number().int().min(1).max(5).optional().catch(undefined),
});

/** Reads the filter of a saved view, which is the query of a list. Unknown and invalid parts have no effect. */
export function viewFilterOf(query: string): PendingFilter {
  return filterSchema.parse(Object.fromEntries(new URLSearchParams(query)));
}
