/** The prices of an application's tokens, in USD for a million. */
type TokenPrice = { readonly input: number; readonly output: number };

/** The prices by application. `*` is that of all others. */
export type TokenPrices = ReadonlyMap<string, TokenPrice>;

/** Returns the cost of tokens in USD. Null when the application has no price. */
export function costOf(
  prices: TokenPrices,
  application: string,
  { input, output }: { readonly input: number; readonly output: number },
): number | null {
  const price = prices.get(application) ?? prices.get('*');
  return price === undefined ? null : (input * price.input + output * price.output) / 1_000_000;
}
