import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileTranscriptStore, MemoryTranscriptStore, type StoredTurn } from '../src/index.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'transcripts-'));
});
afterAll(() => rm(root, { recursive: true }));

const turn: StoredTurn = {
  id: 'resp_1',
  previousId: undefined,
  owner: 'ann',
  input: [{ role: 'user', content: 'こんにちは' }],
  output: [{ type: 'message', content: [] }],
  createdAt: 5,
};

describe.each([
  ['MemoryTranscriptStore', () => new MemoryTranscriptStore()],
  ['FileTranscriptStore', () => new FileTranscriptStore(join(root, 'contract'))],
])('%s', (_name, open) => {
  it('returns a stored turn', async () => {
    const store = open();
    await store.put(turn);
    await store.put({ ...turn, id: 'resp_2', previousId: 'resp_1' });
    expect(await store.get('resp_1')).toEqual(turn);
    expect(await store.get('resp_2')).toEqual({ ...turn, id: 'resp_2', previousId: 'resp_1' });
  });

  it('returns the newest of two turns with the same id', async () => {
    const store = open();
    await store.put(turn);
    await store.put({ ...turn, owner: 'bob' });
    expect(await store.get('resp_1')).toMatchObject({ owner: 'bob' });
  });

  it('deletes on request and returns nothing for unknown ids', async () => {
    const store = open();
    await store.put(turn);
    expect(await store.delete('resp_1')).toBe(true);
    expect(await store.delete('resp_1')).toBe(false);
    expect(await store.get('resp_1')).toBeUndefined();
    expect(await store.get('../../etc/passwd')).toBeUndefined();
  });
});

describe('MemoryTranscriptStore', () => {
  it('deletes the oldest turn, and cannot be changed from outside', async () => {
    const store = new MemoryTranscriptStore(2);
    for (const id of ['a', 'b', 'c']) await store.put({ ...turn, id });
    expect(await store.get('a')).toBeUndefined();
    const seen = await store.get('b');
    Object.assign(seen ?? {}, { owner: 'mallory' });
    expect(await store.get('b')).toMatchObject({ owner: 'ann' });
  });
});

describe('MemoryTranscriptStore with several owners', () => {
  it('deletes turns of the owner with the most turns, so that no owner can displace the turns of others', async () => {
    const store = new MemoryTranscriptStore(5);
    await store.put({ ...turn, id: 'a1' });
    await store.put({ ...turn, id: 'a2' });
    for (let count = 0; count < 100; count += 1) await store.put({ ...turn, id: `b${count}`, owner: 'bob' });
    expect(await store.get('a1')).toBeDefined();
    expect(await store.get('a2')).toBeDefined();
    expect(await store.get('b96')).toBeUndefined();
    expect(await store.get('b97')).toBeDefined();
    expect(await store.delete('b97')).toBe(true);
    await store.put({ ...turn, id: 'c1', owner: 'cho' });
    for (const id of ['a1', 'a2', 'b98', 'b99', 'c1']) expect(await store.get(id)).toBeDefined();
  });
});

describe('FileTranscriptStore', () => {
  it('leaves no partial file when it cannot write', async () => {
    const folder = join(root, 'blocked');
    const store = new FileTranscriptStore(folder);
    await store.put(turn);
    const [name = ''] = await readdir(folder);
    await rm(join(folder, name));
    await mkdir(join(folder, name, 'in the way'), { recursive: true });
    await expect(store.put(turn)).rejects.toThrow('rename');
    expect(await readdir(folder)).toEqual([name]);
  });

  it('stores turns across restarts, in files that no other user can read', async () => {
    const folder = join(root, 'private');
    await new FileTranscriptStore(folder).put({ ...turn, id: '../escape' });
    expect(await new FileTranscriptStore(folder).get('../escape')).toMatchObject({ id: '../escape' });
    const [name = ''] = await readdir(folder);
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
  });

  it('treats a damaged file as a missing turn', async () => {
    const folder = join(root, 'damaged');
    const store = new FileTranscriptStore(folder);
    await store.put(turn);
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), '{"id":');
    expect(await store.get('resp_1')).toBeUndefined();
  });
});
