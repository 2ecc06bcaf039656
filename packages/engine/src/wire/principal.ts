/** Whose text reaches an agent as user input, from the least to the most restricted principal. */
export const PRINCIPALS = ['owner', 'customer'] as const;

/**
 * `owner`: the user's text authorizes actions, as in a personal assistant. `customer`: the user's text is only a
 * request, so values that control an effect need a trusted source or an approval.
 */
export type Principal = (typeof PRINCIPALS)[number];

/** Returns the most restricted of several principals, or `owner` when none is set. */
export function strictestPrincipal(...principals: readonly (Principal | undefined)[]): Principal {
  return principals.includes('customer') ? 'customer' : 'owner';
}
