import type { ProviderName } from './provider-name.ts';

/** A validated and complete connection to a provider. */
export interface ProviderConnection {
  readonly provider: ProviderName;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Whether the key is a secret, in contrast to the well-known placeholders of local servers. */
  readonly isKeySecret: boolean;
  readonly timeoutMs: number;
  readonly api: 'chat' | 'responses';
  readonly headers: Readonly<Record<string, string>>;
}
