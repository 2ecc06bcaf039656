/** Reasoning efforts in ascending order. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** The reasoning effort of a model. */
export type Effort = (typeof efforts)[number];

/** Returns the allowed effort nearest to the requested one. A tie selects the lower effort. */
export function nearestEffort(requested: Effort, allowed: readonly Effort[]): Effort {
  const rank = efforts.indexOf(requested);
  let best = requested;
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
