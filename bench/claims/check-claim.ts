import type { Claim, Observation } from './claim.ts';

/** A claim with its observed result. */
export interface Finding {
  readonly claim: string;
  readonly side: string;
  readonly observed: string;
  readonly matches: boolean;
}

/** Checks one claim. It matches when the page contains the statement and the observation confirms it. */
export async function checkClaim(
  claim: Claim,
  cell: (row: string, column: string) => string | undefined,
): Promise<Finding> {
  const { row, column, statement, side } = claim;
  const { observed, holds } = await observeSafely(claim);
  const isStated = cell(row, column)?.includes(statement) ?? false;
  const missing = isStated ? '' : `; the page does not contain "${statement}" in "${column}"`;
  return { claim: row, side, observed: `${observed}${missing}`, matches: isStated && holds };
}

/** Returns a failed observation instead of throwing, so that the other claims are still checked. */
async function observeSafely(claim: Claim): Promise<Observation> {
  try {
    return await claim.observe();
  } catch (error) {
    return { observed: `failed: ${String(error)}`, holds: false };
  }
}
