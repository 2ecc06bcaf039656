import type { ProviderFinding } from '../providers/provider-types.ts';
import type { Check, Finding } from './finding.ts';

/** Checks the providers that the host has configured. */
export function providerChecks(
  names: readonly string[],
  diagnose: (name: string) => Promise<readonly ProviderFinding[]>,
): Record<string, Check> {
  return Object.fromEntries(
    names.map((name) => [`provider.${name}`, async () => (await diagnose(name)).map(toFinding)]),
  );
}

function toFinding({ provider, check, status, message }: ProviderFinding): Finding {
  return {
    id: `provider.${provider}.${check}`,
    level: status,
    found: message,
    how: `a check of ${provider}`,
  };
}
