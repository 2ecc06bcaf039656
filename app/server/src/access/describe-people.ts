import { ROLES, type Role } from '../identity/identity.ts';
import type { PersonRow, SessionFacts, TokenRow } from './access-store.ts';

/** What gives a person a role. Only the role of a token of this console can be changed here. */
type RoleSource = {
  readonly kind: 'setting' | 'token' | 'oidc' | 'proxy' | 'link';
  readonly role: Role;
  /** The groups of the issuer that have a role. */
  readonly groups: string[];
  readonly token_id: string | null;
};

/** A person with everything that gives a role. The last activity is null for a person who never signed in. */
export type KnownPerson = {
  readonly id: string;
  /** The role with the most permissions. */
  readonly role: Role;
  readonly sources: RoleSource[];
  readonly last_active_at: string | null;
  readonly tokens: number;
  readonly sessions: number;
};

/** Describes the people in the settings, with a token, with a session, or with an earlier sign-in, by name. */
export function describePeople(known: {
  readonly configured: readonly { readonly id: string; readonly role: Role }[];
  readonly people: readonly PersonRow[];
  readonly tokens: readonly TokenRow[];
  readonly sessions: readonly SessionFacts[];
}): KnownPerson[] {
  const ids = new Set([
    ...known.configured.map(({ id }) => id),
    ...known.people.map(({ id }) => id),
    ...known.tokens.map(({ name }) => name),
    ...known.sessions.map(({ user_id: id }) => id),
  ]);
  return [...ids].toSorted().map((id) => {
    const tokens = known.tokens.filter(({ name }) => name === id);
    const sessions = known.sessions.filter(({ user_id: user }) => user === id);
    const person = known.people.find((each) => each.id === id);
    const configured = known.configured.filter((each) => each.id === id);
    const sources: RoleSource[] = [
      ...configured.map(({ role }) => ({ kind: 'setting' as const, role, groups: [], token_id: null })),
      ...tokens.map(({ id: token_id, role }) => ({ kind: 'token' as const, role, groups: [], token_id })),
      ...signInOf(person, sessions),
    ];
    const times = [
      person?.last_active_at,
      ...tokens.map(({ last_used_at: at }) => at),
      ...sessions.map(({ last_used_at: at }) => (at === null ? null : new Date(at).toISOString())),
    ].filter((at) => typeof at === 'string');
    return {
      id,
      role: ROLES.findLast((role) => sources.some((source) => source.role === role)) ?? 'viewer',
      sources,
      last_active_at: times.toSorted().at(-1) ?? null,
      tokens: tokens.length,
      sessions: sessions.length,
    };
  });
}

/** A sign-in gives a role while its session is open; a proxy gives it with every request. */
function signInOf(person: PersonRow | undefined, sessions: readonly SessionFacts[]): RoleSource[] {
  const own = sessions.filter(({ token_id: token, method }) => token === null && method !== 'token');
  const [newest] = own;
  if (newest) {
    const kind = newest.method === 'oidc' ? 'oidc' : 'link';
    return [{ kind, role: newest.role, groups: [...(person?.groups ?? [])], token_id: null }];
  }
  if (person?.method !== 'oidc' && person?.method !== 'proxy') return [];
  return [{ kind: person.method, role: person.role, groups: [...person.groups], token_id: null }];
}
