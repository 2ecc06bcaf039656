/** Reasoning efforts in ascending order. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The reasoning effort of a model. */
export type Effort = (typeof efforts)[number];

/** Returns the allowed effort nearest to the requested one. A tie selects the lower effort. */
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
