/** Reasoning efforts from least to most. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How hard a model thinks before it answers. */
export type Effort = (typeof efforts)[number];

/** The allowed effort nearest to the wished one; a tie goes to the cheaper side. */
export function nearestEffort(wished: Effort, allowed: readonly Effort[]): Effort {
  const rank = efforts.indexOf(wished);
  let best = wished;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const effort of efforts) {
    const distance = Math.abs(efforts.indexOf(effort) - rank);
    if (allowed.includes(effort) && distance < bestDistance) {
      best = effort;
      bestDistance = distance;
    }
  }
  return best;
}
