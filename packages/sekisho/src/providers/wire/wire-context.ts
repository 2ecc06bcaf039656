import type { ProviderName } from '../provider-types.ts';
import type { ProviderCapabilities } from '../capability-table.ts';

/** The data that is needed to communicate with one provider. */
export interface WireContext {
  readonly provider: ProviderName;
  readonly capabilities: ProviderCapabilities;
  readonly timeoutMs: number;
  readonly createId: () => string;
  /** Masks the API key in a text that a server sent. */
  readonly redact: (text: string) => string;
}
