import type { Language } from '../../i18n/language.ts';

/** Formats the amount of a payment, with its currency if the arguments name one. Undefined without exactly one amount. */
export function findAmount(
  values: Readonly<Record<string, unknown>>,
  language: Language,
): string | undefined {
  const amounts = Object.entries(values).filter(([name, value]) => isAmount(name, value));
  const [amount] = amounts;
  if (amounts.length !== 1 || typeof amount?.[1] !== 'number') return undefined;
  const currency = Object.entries(values).find(([name]) => CURRENCY_NAME.test(name))?.[1];
  return formatAmount(amount[1], currency, language);
}

/** Returns whether an argument is an amount of money or a count, by its name. The server does not send the roles. */
export const isAmount = (name: string, value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && AMOUNT_NAME.test(name);

/** Formats a number with separators of thousands and all of its digits, and with a known currency. */
export function formatAmount(amount: number, currency: unknown, language: Language): string {
  const digits = { maximumFractionDigits: 20 };
  if (typeof currency === 'string' && /^[A-Z]{3}$/u.test(currency)) {
    const style = { style: 'currency', currency, ...digits } as const;
    return new Intl.NumberFormat(language, style).format(amount);
  }
  return new Intl.NumberFormat(language, digits).format(amount);
}

const AMOUNT_NAME = /^(?:amount|total|sum|price|value|金額)$|_(?:amount|total|price)$/iu;
const CURRENCY_NAME = /^(?:currency|currency_code|通貨)$/iu;
