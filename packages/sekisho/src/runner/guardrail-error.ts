import { SekishoError } from '@sekisho/engine';
import { BROKEN_RULE } from '../guardrails/create-guardrails-template.ts';

/** Returns the error with a code for upstream's tripwire error, if a rule of our template caused it. */
export function guardrailError(error: unknown): SekishoError | undefined {
  const info = read(read(read(error, 'result'), 'output'), 'outputInfo');
  const rule = read(info, BROKEN_RULE);
  if (typeof rule !== 'string') return undefined;
  return new SekishoError(
    'AGENTS-E-GUARDRAIL-DENIED',
    `Rule "${rule}" rejected the content: ${String(read(info, 'why'))}`,
    {
      cause: error,
    },
  );
}

const read = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;
