import { SekishoError } from '@sekisho/engine';
import { BROKEN_RULE } from '../guardrails/create-guardrails-template.ts';
import { read } from '../openai-agents/read-value.ts';

/** Returns the error with a code for upstream's tripwire error, if a rule of our template caused it. */
export function guardrailError(error: unknown): SekishoError | undefined {
  const info = read(read(read(error, 'result'), 'output'), 'outputInfo');
  const rule = read(info, BROKEN_RULE);
  if (typeof rule !== 'string') return undefined;
  const message = `Rule "${rule}" rejected the content: ${String(read(info, 'why'))}`;
  return new SekishoError('AGENTS-E-GUARDRAIL-DENIED', message, { cause: error });
}
