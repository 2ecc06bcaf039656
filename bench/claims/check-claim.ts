import type { Claim, Observation } from './claim.ts';

/** A claim beside what happened. */
export interface Finding {
  readonly claim: string;
  readonly side: string;
  readonly happened: string;
  readonly fits: boolean;
}

/** Looks at one claim. It fits when the page still says it and it happened so. */
export async function checkClaim(
  claim: Claim,
  cell: (row: string, column: string) => string | undefined,
): Promise<Finding> {
  const { row, column, says, side } = claim;
  const { happened, holds } = await observeSafely(claim);
  const isSaid = cell(row, column)?.includes(says) ?? false;
  const silence = isSaid ? '' : `; the page does not say "${says}" in "${column}"`;
  return { claim: row, side, happened: `${happened}${silence}`, fits: isSaid && holds };
}

/** One side that cannot be opened must not hide what the others do. */
async function observeSafely(claim: Claim): Promise<Observation> {
  try {
    return await claim.observe();
  } catch (error) {
    return { happened: `could not be tried: ${String(error)}`, holds: false };
  }
}
