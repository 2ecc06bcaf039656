import { expect, it } from 'vitest';
import { describeStart } from './describe-start.ts';

const link = 'http://127.0.0.1:8787/login#abc';

it('contains version, URL, data location and how to stop', () => {
  const settings = { dataDir: '/srv/data', databaseUrl: undefined, mode: 'mock', language: 'en' } as const;
  expect(describeStart({ version: '1.2.3', link, settings })).toBe(
    [
      'Sekisho 1.2.3: the server and its web console are running.',
      '',
      '  Open   http://127.0.0.1:8787/login#abc',
      '  Data   /srv/data (SEKISHO_DATA_DIR)',
      '  Model  simulated; set AI_AGENT_MODE=openai and OPENAI_API_KEY to use a real model',
      '',
      'The link signs you in once, within an hour. Press Ctrl+C to stop the server.',
      '',
    ].join('\n'),
  );
});

it('does not contain the database URL, which can contain a password', () => {
  const databaseUrl = 'postgres://app:hidden-word@db.example/app';
  const settings = { dataDir: '/srv/data', databaseUrl, mode: 'openai', language: 'ja' } as const;
  const printed = describeStart({ version: '1.2.3', link, settings });
  expect(printed).toContain('データ  PostgreSQL (DATABASE_URL)');
  expect(printed).not.toContain('hidden-word');
});
