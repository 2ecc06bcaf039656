import type { ValueSource } from '../approval.ts';
import { isUntrusted } from './labels.ts';

/** Returns the value that needs an explanation most. */
export function weakestSource(sources: readonly ValueSource[]): ValueSource | undefined {
  for (const origin of ['prose', 'model', 'customer', 'field']) {
    const found = sources.find((source) => source.origin === origin);
    if (found) return found;
  }
  return sources.find((source) => isUntrusted(source.origin));
}
