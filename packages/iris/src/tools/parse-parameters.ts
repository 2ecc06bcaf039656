import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';

/** Parsed arguments, or the result that names the invalid ones. */
export type ParsedParameters<T> = { ok: true; value: T } | { ok: false; refusal: CallToolResult };

/** Parses the arguments of a call. A mistake is a result and not a protocol error, so that the model can correct it. */
export function parseParameters<S extends z.ZodType>(
  schema: S,
  parameters: unknown,
): ParsedParameters<z.output<S>> {
  const parsed = schema.safeParse(parameters);
  if (parsed.success) return { ok: true, value: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 5)
    .map(({ path, message }) => `- ${path.length === 0 ? 'arguments' : path.join('.')}: ${message}`);
  const text = [
    '[invalid_argument] Some arguments are invalid. Nothing was sent. Correct them and call the tool again.',
    '引数が正しくありません。何も送信していません。',
    ...problems,
  ].join('\n');
  return { ok: false, refusal: { content: [{ type: 'text', text }], isError: true } };
}
