import type { KnownFacts, ValueOrigin } from '../policy/call-facts.ts';
import type { PolicyProfile } from '../policy/policy-profile.ts';
import { CONTROL_ROLES } from '../wire/tool-manifest.ts';

/** The roles whose values an allow-list of a profile can accept. */
const LISTED_ROLES = ['recipient', 'url'] as const;

/** The complete values of the listed roles. Undefined if not all of them are known. */
export type ListedValues = Readonly<Partial<Record<(typeof LISTED_ROLES)[number], readonly string[]>>>;

/**
 * Treats a recipient or an address as trusted if the allow-lists of the profile contain all values of its role. Only facts
 * about the origin change: every rule about the user's request, hazards and content still applies.
 */
export function applyAllowLists<Facts extends KnownFacts>(
  facts: Facts,
  values: ListedValues,
  profile: PolicyProfile,
): Facts {
  const lists = profile.allow_lists;
  if (lists === undefined) return facts;
  const accepted = LISTED_ROLES.filter((role) => {
    const found = values[role] ?? [];
    return (
      found.length > 0 && facts[role] !== 'absent' && found.every((value) => isListed(value, role, lists))
    );
  });
  if (accepted.length === 0) return facts;
  const changed = { ...facts, ...Object.fromEntries(accepted.map((role) => [role, 'trusted'])) };
  // Both facts are about values that neither the user nor a trusted source supplied.
  return CONTROL_ROLES.every((role) => TRUSTED.has(changed[role]))
    ? { ...changed, other_named: false, chosen_by_sender: false }
    : changed;
}

const TRUSTED: ReadonlySet<ValueOrigin> = new Set([
  'absent',
  'user',
  'approved',
  'session',
  'instructions',
  'trusted',
]);

function isListed(
  value: string,
  role: (typeof LISTED_ROLES)[number],
  { recipients = [], domains = [] }: NonNullable<PolicyProfile['allow_lists']>,
): boolean {
  const text = value.trim().toLowerCase();
  if (role === 'recipient' && recipients.some((each) => each.toLowerCase() === text)) return true;
  const domain = role === 'url' ? hostOf(value) : domainOf(text);
  return domain !== undefined && domains.some((each) => isDomain(domain, each.toLowerCase()));
}

/** Returns the host of a complete web address, as a browser reads it. */
function hostOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.hostname : undefined;
}

/** Returns the domain of a plain mail address. Display names, quotes and several addresses are never accepted. */
const domainOf = (text: string) => /^[a-z0-9._%+-]+@([a-z0-9-]+(?:\.[a-z0-9-]+)+)$/.exec(text)?.[1];

/** `example.com` accepts exactly this domain, `*.example.com` its subdomains. */
const isDomain = (domain: string, listed: string) =>
  listed.startsWith('*.') ? domain.endsWith(listed.slice(1)) : domain === listed;
