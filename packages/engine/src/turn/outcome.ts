import { z } from 'zod';

/** The stored outcome of a tool body. */
export type RecordedOutcome = { readonly value: unknown } | { readonly failure: string };

/** Encodes the outcome of a tool body for the store. Bytes are preserved; values that JSON cannot represent become text. */
export function encodeOutcome(outcome: RecordedOutcome): string {
  try {
    return JSON.stringify(outcome, (_key, value: unknown) =>
      value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value,
    );
  } catch {
    return JSON.stringify({ value: 'value' in outcome ? String(outcome.value) : outcome.failure });
  }
}

/** Returns the outcome that `encodeOutcome` encoded. */
export function decodeOutcome(text: string): RecordedOutcome {
  const outcome: unknown = JSON.parse(text, (_key, value: unknown) =>
    isBytes(value) ? new Uint8Array(Buffer.from(value[BYTES], 'base64')) : value,
  );
  return outcomeSchema.parse(outcome);
}

/** Returns the recorded value of the body, or throws its recorded failure. */
export const replayOutcome = (text: string): unknown => valueOf(decodeOutcome(text));

/** Returns the context that binds a sealed result to its call. */
export const sealContext = (runId: string, key: string) => `effect:${runId}:${key}`;

/** Returns the value of an outcome, or throws its failure. */
export function valueOf(outcome: RecordedOutcome): unknown {
  if ('failure' in outcome) throw new Error(outcome.failure);
  return outcome.value;
}

const outcomeSchema = z.union([
  z.object({ failure: z.string() }),
  // A body may return undefined, which JSON omits.
  z.object({ value: z.unknown().optional() }).transform(({ value }) => ({ value })),
]);

const BYTES = '$sekisho.bytes';

const isBytes = (value: unknown): value is { readonly [BYTES]: string } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, BYTES) === 'string';
