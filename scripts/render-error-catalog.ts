import type { ErrorDescription } from 'sekisho';

/** The page docs/errors.md: every code with its cause and its remedy, in both languages. */
export function renderErrorCatalog(catalogue: Readonly<Record<string, ErrorDescription>>): string {
  const codes = Object.entries(catalogue);
  return [
    '# Errors / エラー一覧',
    '',
    'Every error of this package is a `SekishoError` with a `code`. Match on the code; show the message to people.',
    'A code is never renamed and never used for something else. `error.category` is the part of the system that the code is',
    'about. Errors of model providers also have a `reason`, for example `unreachable` or `key-refused`.',
    '',
    '本パッケージのエラーはすべて `code` を持つ `SekishoError` です。判定には code を、表示には message を使ってください。',
    'code は改名も再利用もしません。`error.category` は対象の機能を示します。モデルプロバイダーのエラーには `reason`',
    '（`unreachable`、`key-refused` など）も付きます。',
    '',
    'This page is made from `packages/engine/src/errors/error-catalog.ts` by `scripts/error-catalog.ts`.',
    '',
    ...codes.flatMap(([code, { cause, remedy, category }]) => [
      `## ${code}`,
      '',
      `- **Category:** \`${category}\``,
      `- **Cause:** ${cause.en}`,
      `- **Remedy:** ${remedy.en}`,
      `- **原因:** ${cause.ja}`,
      `- **対処:** ${remedy.ja}`,
      '',
    ]),
  ].join('\n');
}
