import type { Language } from '../../i18n/language.ts';

/** Formats an amount of US dollars. Small amounts have enough digits to differ from zero. */
export function formatCost(dollars: number, language: Language): string {
  const digits = dollars !== 0 && Math.abs(dollars) < 0.01 ? 4 : 2;
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(dollars);
}
