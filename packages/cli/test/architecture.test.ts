import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../../../test/read-imports.ts';

const folder = join(import.meta.dirname, '../src');

describe('the architecture of the command line', async () => {
  const { imports, texts } = await readSources(folder);

  it('imports no agent framework', () => {
    expect(imports.length).toBeGreaterThan(20);
    expect(
      imports.filter(({ target }) => /^(@openai\/|openai$|sekisho$|@sekisho\/postgres)/.test(target)),
    ).toEqual([]);
  });

  it('prints its version and its help without loading a package', () => {
    for (const file of [
      'bin.ts',
      'main.ts',
      'run-cli.ts',
      'version.ts',
      'commands.ts',
      'command.ts',
      'hook/hook-commands.ts',
      'hook/launch.ts',
      'hook/replies.ts',
      'hook/resident.ts',
    ])
      expect(staticImports(file).filter((target) => !/^(?:node:|\.{1,2}\/)/.test(target))).toEqual([]);
  });

  it('reads the environment in one file', () => {
    const readers = [...texts].filter(([, text]) =>
      /\bprocess\b[^\n]*\benv\b|\benv\b[^\n]*= process\b/.test(text),
    );
    expect(readers.map(([file]) => file)).toEqual(['main.ts']);
  });

  const staticImports = (file: string) =>
    [...(texts.get(file) ?? '').matchAll(/^import (?!type)(?:[^;']* from )?'([^']+)'/gm)].map(
      ([, target]) => target ?? '',
    );
});
