import type { ProviderName } from '../../contracts/provider-name.ts';
import type { ProviderCapabilities } from '../capability-table.ts';

/** What the wire needs to know to speak with one provider. */
export interface WireContext {
  readonly provider: ProviderName;
  readonly capabilities: ProviderCapabilities;
  readonly timeoutMs: number;
  readonly createId: () => string;
  /** Removes the API key from a text that a server sent. */
  readonly redact: (text: string) => string;
}
