import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ALL_PARTS, PARTS } from '../floor/parts.ts';
import { startSide } from '../sides/start-side.ts';

const ROOT = join(import.meta.dirname, '../..');

it.each(Object.entries(PARTS))('replaces exports that exist: %s', (_name, { file, replacement }) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  const [, name = ''] = /export (?:class|const) (\w+)/.exec(replacement) ?? [];
  expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(
    new RegExp(String.raw`export (?:class|const|function) ${name}\b`),
  );
});

it('executes the same calls without any part, on both stores', async () => {
  const side = await startSide({ side: 'ours', without: ALL_PARTS });
  try {
    for (const store of ['memory', 'sqlite'] as const) {
      const work = { tool: 'undeclared', calls: 2, store } as const;
      expect((await side.measure({ work, concurrency: 1, units: 1 })).cpu).toBeGreaterThan(0);
    }
  } finally {
    side.close();
  }
});

it('rejects a part that does not exist', async () => {
  await expect(startSide({ side: 'ours', without: 'the gate' })).rejects.toThrow('ended with 1');
});
