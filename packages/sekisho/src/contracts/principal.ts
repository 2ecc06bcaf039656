/** Whose words reach an agent as user input, from the least to the most restricted. */
export const PRINCIPALS = ['owner', 'customer'] as const;

/**
 * `owner`: the words of the user are authority, as in a personal assistant. `customer`: they are a request; values that
 * steer an effect need a trusted source or a person.
 */
export type Principal = (typeof PRINCIPALS)[number];

/** The most restricted of several principals; `owner` when nobody says anything. */
export function strictestPrincipal(...principals: readonly (Principal | undefined)[]): Principal {
  return principals.includes('customer') ? 'customer' : 'owner';
}
