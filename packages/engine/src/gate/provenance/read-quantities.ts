const NUMBER = /(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;
const WORDS: ReadonlyMap<string, number> = new Map([
  ...numbered('zero one two three four five six seven eight nine ten eleven twelve', 0, 1),
  ...numbered('twenty thirty forty fifty sixty seventy eighty ninety hundred', 20, 10),
]);
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/**
 * Returns the numbers in a normalized text: digits with or without thousands separators, "2k", "3 million", small
 * number words.
 */
export function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const value = Number(match[0].replaceAll(',', ''));
    numbers.push(value);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 9);
    if (/^\s?(?:k\b|thousand)/.test(after)) numbers.push(value * 1_000);
    if (/^\s?(?:m\b|million)/.test(after)) numbers.push(value * 1_000_000);
    const [, thousands] = /^\s?[万만萬]\s?(?:(\d{1,4})\s?[千천]?)?/.exec(after) ?? [];
    if (/^\s?[万만萬]/.test(after))
      numbers.push(
        value * 10_000,
        value * 10_000 + Number(thousands ?? 0) * (/[千천]/.test(after) ? 1_000 : 1),
      );
    if (/^\s?[千천]/.test(after)) numbers.push(value * 1_000);
    if (/^\s?%|^\s?percent/.test(after)) numbers.push(value / 100);
  }
  for (const word of text.match(/\b[a-z]{3,7}\b/g) ?? []) {
    const value = WORDS.get(word);
    if (value !== undefined) numbers.push(value);
  }
  for (const [word] of text.matchAll(/[一二两兩三四五六七八九十百千]+/g)) numbers.push(readHanNumber(word));
  return numbers;
}

/** Reads a number in Chinese characters up to thousands: 「两百五十」. */
function readHanNumber(word: string): number {
  let [sum, digit] = [0, 0];
  for (const character of word) {
    const unit = HAN_UNITS[character];
    if (unit === undefined) digit = '一二三四五六七八九'.indexOf(character.replace(/[两兩]/, '二')) + 1;
    else [sum, digit] = [sum + Math.max(1, digit) * unit, 0];
  }
  return sum + digit;
}

const HAN_UNITS: Readonly<Record<string, number | undefined>> = { 十: 10, 百: 100, 千: 1_000 };

/**
 * Returns the dates in a normalized text as "month-day": ISO, "15th May", "May 15", 「5月15日」. The year is omitted,
 * because people often omit it.
 */
export function readDates(text: string): string[] {
  const dates: string[] = [];
  for (const match of text.matchAll(/\b\d{4}[-/.](\d{1,2})[-/.](\d{1,2})/g))
    dates.push(dateKey(match[1], match[2]));
  for (const match of text.matchAll(/(\d{1,2})月(\d{1,2})日/g)) dates.push(dateKey(match[1], match[2]));
  for (const match of text.matchAll(/\b(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\b/g))
    pushNamed(dates, match[2], match[1]);
  for (const match of text.matchAll(/\b([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?\b/g))
    pushNamed(dates, match[1], match[2]);
  return dates;
}

function pushNamed(dates: string[], monthName: string | undefined, day: string | undefined): void {
  const month = MONTHS.findIndex((name) => monthName !== undefined && name.startsWith(monthName.slice(0, 3)));
  if (month >= 0 && monthName !== undefined && MONTHS[month]?.startsWith(monthName) === true)
    dates.push(dateKey(String(month + 1), day));
}

function dateKey(month: string | undefined, day: string | undefined): string {
  return `${Number(month)}-${Number(day)}`;
}

function numbered(words: string, first: number, step: number): [string, number][] {
  return words.split(' ').map((word, index) => [word, first + index * step]);
}
