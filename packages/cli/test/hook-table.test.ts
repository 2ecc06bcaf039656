import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../../e2e/integrations/clients.ts';
import { SCENARIOS } from '../../../e2e/integrations/scenarios.ts';
import { withTable, type Column } from '../../../e2e/integrations/table.ts';
import { CLIENTS } from '../src/hook/replies.ts';
import { TARGETS } from '../src/hook/targets.ts';

const docs = join(import.meta.dirname, '../../../docs');
const columns: Column[] = JSON.parse(readFileSync(join(docs, 'integrations/hooks.json'), 'utf8')).columns;

describe('the table of failures', () => {
  it.each([
    ['en', 'guides/coding-agents.md'],
    ['ja', 'ja/guides/coding-agents.md'],
  ] as const)('is the measured one in the guide (%s)', (language, file) => {
    const guide = readFileSync(join(docs, file), 'utf8');
    expect(withTable(guide, columns, language)).toBe(guide);
  });

  it('has each client that counts as tested, with every situation and the expected outcome', () => {
    const tested = CLIENTS.filter((client) => TARGETS[client].isTested);
    expect(new Set(columns.map(({ client }) => client))).toEqual(new Set(tested));
    expect(AGENTS.map(({ name }) => name)).toEqual(tested);
    for (const { client, version, way, rows } of columns) {
      expect(version).toBe(AGENTS.find(({ name }) => name === client)?.version);
      const situations = SCENARIOS.filter(
        ({ ways = ['launcher', 'http'], clients = [client] }) =>
          ways.includes(way) && clients.some((each) => each === client),
      );
      expect(rows.map(({ situation }) => situation)).toEqual(situations.map(({ id }) => id));
      for (const { executed, expected } of rows) expect(executed).toBe(expected);
    }
  });
});
