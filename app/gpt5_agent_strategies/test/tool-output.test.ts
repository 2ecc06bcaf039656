import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { open, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_BLOB_FILE_BYTES, readLocalFile } from '../internal/local-file.ts';
import { ToolOutput } from '../internal/tool-output.ts';

const access = { open, realpath };
const ID = '0b0e7a3c-1111-4222-8333-444455556666';
let base = '';
let root = '';

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'files-'));
  root = join(base, 'files');
  await mkdir(join(root, 'sub'), { recursive: true });
  await mkdir(join(base, 'files-other'));
  await writeFile(join(root, 'a.png'), 'picture');
  await writeFile(join(root, 'sub', 'b.unknown'), 'bytes');
  await writeFile(join(base, 'secret.txt'), 'secret');
  await writeFile(join(base, 'files-other', 'c.txt'), 'secret');
  await symlink(join(base, 'secret.txt'), join(root, 'link.txt'));
  await symlink(base, join(root, 'up'));
  await symlink(join(root, 'a.png'), join(root, 'inner.png'));
  await writeFile(join(root, 'exact.bin'), '');
  await truncate(join(root, 'exact.bin'), MAX_BLOB_FILE_BYTES);
  await writeFile(join(root, 'large.bin'), '');
  await truncate(join(root, 'large.bin'), MAX_BLOB_FILE_BYTES + 1);
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')]);
});

afterAll(() => rm(base, { recursive: true, force: true }));

const message = (type: string, fields: object, meta: object | null = null) => ({
  type,
  message: fields,
  meta,
});

async function take(...items: unknown[]) {
  const output = new ToolOutput({ root, access });
  const shown = [];
  for (const item of items) shown.push(...(await output.take(item)));
  return { shown, text: output.text };
}

describe('readLocalFile', () => {
  it.each([
    ['a file', 'a.png', 'a.png'],
    ['a file in a subfolder', 'sub/b.unknown', 'b.unknown'],
    ['a path with .. inside the root', 'sub/../a.png', 'a.png'],
    ['a link inside the root', 'inner.png', 'a.png'],
    ['a file of exactly the limit', 'exact.bin', 'exact.bin'],
  ])('reads %s', async (_case, path, filename) => {
    expect(await readLocalFile(join(root, path), root, access)).toMatchObject({ ok: true, filename });
  });

  it.each([
    ['a path outside of the root', () => `${root}/../secret.txt`],
    ['a link to the outside', () => join(root, 'link.txt')],
    ['a folder link to the outside', () => join(root, 'up', 'secret.txt')],
    ['a sibling folder with the same prefix', () => join(base, 'files-other', 'c.txt')],
    ['an absolute path elsewhere', () => '/etc/passwd'],
    ['the folder itself', () => root],
    ['a folder', () => join(root, 'sub')],
    ['a pipe', () => join(root, 'pipe')],
    ['a file over the limit', () => join(root, 'large.bin')],
    ['a missing file', () => join(root, 'nothing')],
    ['an invalid name', () => join(root, 'a\0b')],
    ['an empty name', () => ''],
  ])('does not read %s', async (_case, path) => {
    expect(await readLocalFile(path(), root, access)).toMatchObject({ ok: false });
  });

  it.each(['sub', 'pipe'])('reports that %s is not a regular file', async (path) => {
    expect(await readLocalFile(join(root, path), root, access)).toEqual({
      ok: false,
      why: 'it is not a regular file',
    });
  });

  it('reads nothing when the root does not exist', async () => {
    expect(await readLocalFile('/etc/passwd', join(base, 'nowhere'), access)).toMatchObject({ ok: false });
  });
});

describe('ToolOutput', () => {
  it('contains texts, data and links for the model', async () => {
    const { shown, text } = await take(
      message('text', { text: 'one' }),
      message('json', { json_object: { two: 2 } }),
      message('link', { text: 'https://example.com' }),
    );
    expect(text).toBe('one\n{"two":2}\nLink: https://example.com');
    expect(shown).toEqual([]);
  });

  it('contains variables when there is no other output', async () => {
    const variables = [
      message('variable', { variable_name: 'a', variable_value: 'x', stream: true }),
      message('variable', { variable_name: 'a', variable_value: 'y', stream: true }),
      message('variable', { variable_name: 'b', variable_value: [1], stream: false }),
      message('variable', { variable_name: 7 }),
    ];
    expect((await take(...variables)).text).toBe('a: xy\nb: [1]');
    expect((await take(...variables, message('text', { text: 'words' }))).text).toBe('words');
  });

  it.each([
    [
      'an image link with an id',
      message('image_link', { text: '/x.png' }, { tool_file_id: 'f1' }),
      { type: 'image_link', url: '/x.png', toolFileId: 'f1' },
    ],
    [
      'an image link by its path',
      message('image_link', { text: `/files/tools/${ID}.png` }),
      { type: 'image_link', url: `/files/tools/${ID}.png`, toolFileId: ID },
    ],
    [
      'an image by its path',
      message('image', { text: `/files/tools/${ID}.png` }),
      { type: 'image_link', url: `/files/tools/${ID}.png`, toolFileId: ID },
    ],
    [
      'a file link with an id',
      message('binary_link', { text: '/x.pdf' }, { tool_file_id: 'f1' }),
      { type: 'binary_link', url: '/x.pdf', toolFileId: 'f1' },
    ],
    [
      'an image URL',
      message('image', { text: 'https://example.com/a.png' }),
      { type: 'image', url: 'https://example.com/a.png' },
    ],
    [
      'an image link without an id',
      message('image_link', { text: 'https://example.com/a.png' }),
      { type: 'image', url: 'https://example.com/a.png' },
    ],
    [
      'a file link without an id',
      message('binary_link', { text: 'https://example.com/a.pdf' }),
      { type: 'link', url: 'https://example.com/a.pdf' },
    ],
    [
      'a link to a file with an id',
      message('link', { text: '/x' }, { tool_file_id: 'f1' }),
      { type: 'binary_link', url: '/x', toolFileId: 'f1' },
    ],
    [
      'a blob',
      message(
        'blob',
        { blob: Buffer.from('hi').toString('base64') },
        { mime_type: 'text/plain', filename: 'a.txt' },
      ),
      { type: 'blob', bytes: Buffer.from('hi'), mimeType: 'text/plain', filename: 'a.txt' },
    ],
    [
      'a blob without a MIME type',
      message('blob', { blob: 'aGk=' }, { filename: 'a.csv' }),
      { type: 'blob', bytes: Buffer.from('hi'), mimeType: 'text/csv', filename: 'a.csv' },
    ],
    [
      'an empty blob message',
      message('blob', { blob: 'aGk=' }),
      { type: 'blob', bytes: Buffer.from('hi'), mimeType: 'application/octet-stream' },
    ],
    [
      'a link by its path',
      message('link', { text: `/files/tools/${ID}.pdf` }),
      { type: 'binary_link', url: `/files/tools/${ID}.pdf`, toolFileId: ID },
    ],
    [
      'an image that Dify stores',
      message(
        'file',
        {},
        { file: { type: 'image', transfer_method: 'tool_file', related_id: 'f1', url: '/x.png' } },
      ),
      { type: 'image_link', url: '/x.png', toolFileId: 'f1' },
    ],
    [
      'a document that Dify stores',
      message('file', {}, { file: { type: 'document', tool_file_id: 'f1' } }),
      { type: 'binary_link', url: '/files/tools/f1', toolFileId: 'f1' },
    ],
    [
      'an image from a Dify search',
      message(
        'file',
        {},
        { file: { type: 'image', transfer_method: 'remote_url', remote_url: 'https://example.com/a' } },
      ),
      { type: 'image', url: 'https://example.com/a' },
    ],
  ])('forwards %s', async (_case, item, expected) => {
    expect((await take(item)).shown).toEqual([expected]);
  });

  it('forwards a local file', async () => {
    const { shown, text } = await take(message('image', { text: join(root, 'a.png') }));
    expect(shown).toEqual([
      { type: 'blob', bytes: Buffer.from('picture'), filename: 'a.png', mimeType: 'image/png' },
    ]);
    expect(text).toContain('already received');
  });

  it('joins a file from its chunks', async () => {
    const chunk = (blob: string, end: boolean, id = 'f') =>
      message('blob_chunk', { id, blob, end }, { filename: 'a.txt' });
    const { shown } = await take(
      chunk('aGk=', false),
      chunk('eA==', false, 'g'),
      chunk('IQ==', false),
      chunk('', true),
    );
    expect(shown).toEqual([
      { type: 'blob', bytes: Buffer.from('hi!'), filename: 'a.txt', mimeType: 'text/plain' },
    ]);
  });

  const halfTooLarge = Buffer.alloc(MAX_BLOB_FILE_BYTES / 2 + 1).toString('base64');
  it.each([
    ['a path outside of the root', [message('image', { text: '/files/../etc/passwd' })]],
    ['an unknown scheme', [message('image', { text: 'javascript:alert(1)' })]],
    ['a file URL', [message('image', { text: 'file:///etc/passwd' })]],
    ['a path with an invalid id', [message('image_link', { text: '/files/tools/nope.png' })]],
    ['a URL that is too long', [message('image', { text: `https://example.com/${'a'.repeat(9000)}` })]],
    [
      'a blob over the limit',
      [message('blob', { blob: Buffer.alloc(MAX_BLOB_FILE_BYTES + 1).toString('base64') })],
    ],
    ['a blob that is not a string', [message('blob', { blob: { a: 1 } })]],
    [
      'chunks over the limit',
      [
        message('blob_chunk', { id: 'f', blob: halfTooLarge, end: false }),
        message('blob_chunk', { id: 'f', blob: halfTooLarge, end: false }),
        message('blob_chunk', { id: 'f', blob: '', end: true }),
      ],
    ],
    ['an empty file message', [message('file', {})]],
    [
      'more concurrent files than the limit',
      Array.from({ length: 17 }, (_none, n) =>
        message('blob_chunk', { id: `f${n}`, blob: 'aGk=', end: false }),
      ),
    ],
  ])('does not forward %s, and reports it', async (_case, items) => {
    const { shown, text } = await take(...items);
    expect(shown).toEqual([]);
    expect(text).toContain('was not forwarded');
  });

  it('creates no empty file from the end of a rejected one, and reports it once', async () => {
    const piece = (id: string, blob: string, end = false) => message('blob_chunk', { id, blob, end });
    const { shown, text } = await take(
      ...Array.from({ length: 16 }, (_none, n) => piece(`f${n}`, 'aGk=')),
      piece('late', 'aGk='),
      piece('late', 'aGk='),
      piece('f0', '', true),
      piece('late', 'aGk='),
      piece('late', '', true),
    );
    expect(shown).toMatchObject([{ type: 'blob', bytes: Buffer.from('hi') }]);
    expect(text.split('was not forwarded')).toHaveLength(2);
  });

  it('accepts a blob of exactly the limit', async () => {
    const { shown } = await take(
      message('blob', { blob: Buffer.alloc(MAX_BLOB_FILE_BYTES).toString('base64') }),
    );
    expect(shown).toMatchObject([{ type: 'blob' }]);
  });

  it.each([
    ['nothing', []],
    ['a log', [message('log', { id: '1' })]],
    ['an unknown message', [message('hologram', {})]],
    [
      'malformed messages',
      [
        null,
        7,
        'x',
        [],
        {},
        { type: 'text' },
        { type: 'text', message: null },
        { type: 'text', message: { text: 7 } },
      ],
    ],
  ])('reports no output after %s', async (_case, items) => {
    expect(await take(...items)).toEqual({ shown: [], text: 'The tool finished without output.' });
  });

  it('truncates text that is too long, never inside a character', async () => {
    const long = `a${'😀'.repeat(40_000)}`;
    for (const items of [[long], [long, long], ['b'.repeat(59_999), long]]) {
      const { text } = await take(...items.map((words) => message('text', { text: words })));
      expect(text.length).toBeLessThan(60_100);
      expect(text.isWellFormed()).toBe(true);
      expect(text.match(/was omitted/g)).toHaveLength(1);
    }
  });

  it('forwards sources unless they are too long', async () => {
    const resources = (content: string) =>
      message('retriever_resources', { retriever_resources: [{ content }] });
    expect((await take(resources('x'))).shown).toHaveLength(1);
    expect((await take(resources('x'.repeat(3_000_000)))).shown).toEqual([]);
  });
});
