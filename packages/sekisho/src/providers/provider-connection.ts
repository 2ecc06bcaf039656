import type { ProviderName } from '../contracts/provider-name.ts';

/** Everything that a connection to a provider needs, checked and complete. */
export interface ProviderConnection {
  readonly provider: ProviderName;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Whether the key is a secret, unlike the well-known words that local servers take. */
  readonly isKeySecret: boolean;
  readonly timeoutMs: number;
  readonly api: 'chat' | 'responses';
  readonly headers: Readonly<Record<string, string>>;
}
