import { type ModelEntry, ResponsesError } from '@sekisho/responses';

// A token is at least one byte of text, so this is an upper bound of the input tokens.
const countAtMost = (text: string): number => Buffer.byteLength(text, 'utf8');
const MIN_OUTPUT_TOKENS = 16;

/** Returns the maximum of output tokens that keeps the call within the budget; undefined without a budget. */
export function limitCost(
  budgetUsd: number | undefined,
  { input, entry }: { input: string; entry: ModelEntry | undefined },
): { maxOutputTokens: number; note: string } | undefined {
  if (budgetUsd === undefined) return undefined;
  const price = entry?.price;
  if (!price) {
    throw refuse(
      'The price of this model is unknown, so the budget cannot be enforced. Leave out maxCostUsd or choose a model from iris://models.',
    );
  }
  const left = budgetUsd - (countAtMost(input) * price.input) / 1_000_000;
  const maxOutputTokens = Math.floor((left * 1_000_000) / price.output);
  if (maxOutputTokens < MIN_OUTPUT_TOKENS) {
    throw refuse(
      `A budget of ${budgetUsd} USD does not cover this question. Raise maxCostUsd or shorten the input.`,
    );
  }
  const note = `The answer is limited to ${maxOutputTokens} tokens by the budget of ${budgetUsd} USD (prices of ${price.asOf}; earlier turns and tool fees are not counted).`;
  return { maxOutputTokens, note };
}

function refuse(message: string): ResponsesError {
  return new ResponsesError('invalid_argument', message, { upstream: { param: 'maxCostUsd' } });
}
