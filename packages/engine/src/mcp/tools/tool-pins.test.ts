import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileToolPinStore, MemoryToolPinStore, type McpToolPin, type ToolPinStore } from './tool-pins.ts';

const folder = mkdtempSync(join(tmpdir(), 'sekisho-pins-'));
afterAll(() => rmSync(folder, { recursive: true }));

describeToolPinStore('MemoryToolPinStore', () => new MemoryToolPinStore());
describeToolPinStore('FileToolPinStore', () => new FileToolPinStore(mkdtempSync(join(folder, 'store-'))));

describe('FileToolPinStore', () => {
  it('stores pins for the next process', async () => {
    const directory = mkdtempSync(join(folder, 'kept-'));
    await new FileToolPinStore(directory).put(pin('files', 'read', 'one'));
    expect(await new FileToolPinStore(directory).list('files')).toEqual([pin('files', 'read', 'one')]);
  });

  it.each(['', '{', '{"server_id":"files"}', JSON.stringify(pin('mail', 'read', 'one'))])(
    'throws for a file that contains %j instead of treating the tool as new',
    async (text) => {
      const directory = mkdtempSync(join(folder, 'broken-'));
      const store = new FileToolPinStore(directory);
      await store.put(pin('files', 'read', 'one'));
      const [server = ''] = readdirSync(directory);
      const [file = ''] = readdirSync(join(directory, server));
      writeFileSync(join(directory, server, file), text);
      await expect(store.list('files')).rejects.toMatchObject({ code: 'AGENTS-E-STORE' });
    },
  );
});

function describeToolPinStore(name: string, make: () => ToolPinStore): void {
  describe(`${name} as a pin store`, () => {
    it('stores the latest pin for each tool of each server', async () => {
      const store = make();
      for (const [server, tool, digest] of [
        ['files', 'read', 'one'],
        ['files', 'Read', 'two'],
        ['Files', 'read', 'three'],
        ['files', '../../read', 'four'],
        ['files', 'read', 'five'],
      ] as const) {
        await store.put(pin(server, tool, digest));
      }
      const digests = (await store.list('files')).map(({ definition_digest }) => definition_digest);
      expect(digests.toSorted()).toEqual(['five', 'four', 'two']);
      expect(await store.list('Files')).toEqual([pin('Files', 'read', 'three')]);
      expect(await store.list('mail')).toEqual([]);
    });

    it('stores all pins of concurrent writes', async () => {
      const store = make();
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => store.put(pin('files', `tool ${index}`, 'one'))),
      );
      expect(await store.list('files')).toHaveLength(20);
    });
  });
}

function pin(server_id: string, tool_name: string, definition_digest: string): McpToolPin {
  const definition = { name: tool_name, inputSchema: { type: 'object' } };
  return { server_id, tool_name, definition_digest, definition, accepted_by: 'owner', accepted_at: 1 };
}
