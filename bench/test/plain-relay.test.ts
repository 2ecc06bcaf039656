import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { connect } from '../sides/stdio-server.ts';

const side = (file: string) => join(import.meta.dirname, '../sides', file);

it.each(['plain', 'waiting'])('ends with its input (%s)', async (kind) => {
  const server = [process.execPath, '--conditions=@sekisho/source', '--no-warnings', side('tool-server.ts')];
  const { child } = await connect([side('plain-relay.ts'), 'legacy', kind, ...server], 'legacy');
  const ended = once(child, 'close');
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
});
