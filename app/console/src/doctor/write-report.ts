/** One check of the doctor. */
export type Finding = {
  readonly id: string;
  readonly level: 'ok' | 'warning' | 'error';
  readonly found: Readonly<Record<'en' | 'ja', string>>;
  readonly how: string;
  readonly remedy: Readonly<Record<'en' | 'ja', string>> | null;
};

/** Formats the report as plain text, to be sent to support. The server has removed secrets from it. */
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
