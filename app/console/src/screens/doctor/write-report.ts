/** One thing that the doctor looked at. */
export type Finding = {
  readonly id: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly found: Readonly<Record<'en' | 'ja', string>>;
  readonly how: string;
  readonly remedy: Readonly<Record<'en' | 'ja', string>> | null;
};

/** The report as plain text, for a message to somebody who can help; the server has left secrets out. */
export function writeReport(
  report: { readonly at: string; readonly findings: readonly Finding[] },
  facts: Readonly<Record<string, string | number>>,
  language: 'en' | 'ja',
): string {
  const lines = report.findings.flatMap(({ id, level, found, how, remedy }) => [
    `[${level}] ${id}: ${found[language]}`,
    `  ${how}`,
    ...(remedy === null ? [] : [`  -> ${remedy[language]}`]),
  ]);
  const header = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return [`Sekisho doctor, ${report.at}`, ...header, '', ...lines].join('\n');
}
