import { describe, expect, it } from 'vitest';
import { writeReport } from './write-report.ts';

describe('the report of the doctor', () => {
  it('contains findings, evidence and fixes in the language of the person', () => {
    const report = {
      at: '2026-11-15T00:00:00.000Z',
      findings: [
        {
          id: 'store',
          level: 'ok' as const,
          found: { en: 'It answers.', ja: '応答しています。' },
          how: 'ping',
          remedy: null,
        },
        {
          id: 'key',
          level: 'warning' as const,
          found: { en: 'No key.', ja: 'キーがありません。' },
          how: 'environment',
          remedy: { en: 'Set one.', ja: '設定してください。' },
        },
      ],
    };
    expect(writeReport(report, { version: '1.0.0' }, 'ja')).toBe(
      [
        'Sekisho doctor, 2026-11-15T00:00:00.000Z',
        'version: 1.0.0',
        '',
        '[ok] store: 応答しています。',
        '  ping',
        '[warning] key: キーがありません。',
        '  environment',
        '  -> 設定してください。',
      ].join('\n'),
    );
  });
});
