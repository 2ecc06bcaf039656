import type { CommitOutcome } from '@sekisho/engine';
import { z } from 'zod';
import { postgresError } from '../database/postgres-error.ts';
import type { Row } from '../rows/row-values.ts';

/** The result of one batch of a group. */
export type BatchResult = { readonly outcome: CommitOutcome } | { readonly error: unknown };

/** The server's value: -1 for a committed batch, the index of the write whose condition failed, or an error text. */
export const outcomesSchema = z.array(z.union([z.number(), z.string()]));

/** Reads the server's result of one batch. */
export function resultOf(outcome: number | string): BatchResult {
  if (typeof outcome === 'number')
    return { outcome: outcome === -1 ? { ok: true } : { ok: false, failed: outcome } };
  return { error: postgresError(Object.assign(new Error(outcome), { code: outcome.slice(0, 5) })) };
}

/** The result of a group whose batches were all committed. */
export function allBatchesCommitted(count: number): readonly BatchResult[] {
  return Array.from({ length: count }, () => resultOf(-1));
}

/** The results of a group that the server committed before the connection was lost. */
export function repeatedResults(row: Row, count: number): readonly BatchResult[] {
  const outcomes = row['outcomes'] ?? null;
  if (outcomes === null) return allBatchesCommitted(count);
  return outcomesSchema.parse(JSON.parse(outcomes)).map(resultOf);
}
