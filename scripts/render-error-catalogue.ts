import type { ErrorDescription } from 'sekisho';

/** The page docs/errors.md: every code with its cause and its remedy, in both languages. */
export function renderErrorCatalogue(catalogue: Readonly<Record<string, ErrorDescription>>): string {
  const codes = Object.entries(catalogue);
  return [
    '# Errors / エラー一覧',
    '',
    'Every error of this package is a `SekishoError` with a `code`. Match on the code; show the message to people.',
    'A code is never renamed and never used for something else.',
    '',
    '本パッケージのエラーはすべて `code` を持つ `SekishoError` です。判定には code を、表示には message を使ってください。',
    'code は改名も再利用もしません。',
    '',
    'This page is made from `packages/sekisho/src/errors/error-catalogue.ts` by `scripts/error-catalogue.ts`.',
    '',
    ...codes.flatMap(([code, { cause, remedy }]) => [
      `## ${code}`,
      '',
      `- **Cause:** ${cause.en}`,
      `- **Remedy:** ${remedy.en}`,
      `- **原因:** ${cause.ja}`,
      `- **対処:** ${remedy.ja}`,
      '',
    ]),
  ].join('\n');
}
