import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkApplication, findApplication } from './find-application.ts';

const root = mkdtempSync(join(tmpdir(), 'sekisho-application-'));
afterAll(() => rmSync(root, { recursive: true }));

function folder(path: string, manifest?: string): string {
  const made = join(root, path);
  mkdirSync(made, { recursive: true });
  if (manifest !== undefined) writeFileSync(join(made, 'package.json'), manifest);
  return made;
}

const named = (name: string) => JSON.stringify({ name });

describe('findApplication', () => {
  const elsewhere = folder('elsewhere', named('elsewhere'));

  it.each([
    ['beside the script', 'a', { a: named('shop') }, 'shop'],
    ['above the script', 'b/dist/bin', { b: named('shop') }, 'shop'],
    ['above one without a name', 'c/dist', { c: named('shop'), 'c/dist': '{"type":"module"}' }, 'shop'],
    ['above one that is not JSON', 'd/dist', { d: named('shop'), 'd/dist': '{' }, 'shop'],
    ['above one whose name is not a text', 'e/dist', { e: named('shop'), 'e/dist': '{"name":1}' }, 'shop'],
    ['above one whose name is empty', 'f/dist', { f: named('shop'), 'f/dist': named('') }, 'shop'],
    ['of the script, not of the folder above', 'g/web', { g: named('all'), 'g/web': named('web') }, 'web'],
  ])('uses the name %s', (_case, place, manifests, expected) => {
    for (const [path, manifest] of Object.entries(manifests)) folder(path, manifest);
    const script = join(folder(place), 'main.js');
    expect(findApplication({ script, directory: elsewhere })).toBe(expected);
  });

  it('uses the working directory when the script is a command in node_modules', () => {
    const bin = folder('h/node_modules/sekisho/dist');
    folder('h/node_modules/sekisho', named('sekisho'));
    const directory = folder('h/jobs');
    folder('h', named('shop'));
    expect(findApplication({ script: join(bin, 'bin.js'), directory })).toBe('shop');
    expect(findApplication({ script: join(root, 'h/node_modules/.bin/sekisho'), directory })).toBe('shop');
  });

  it('uses the working directory when there is no script', () => {
    expect(findApplication({ directory: elsewhere })).toBe('elsewhere');
  });

  it('returns "unnamed" for a program without a package.json', () => {
    expect(findApplication({ script: join(root, 'x', 'main.js'), directory: folder('x') })).toBe('unnamed');
  });
});

describe('checkApplication', () => {
  it.each(['shop', '@acme/shop', '店', 'my shop', 'x'.repeat(214)])('accepts %j', (name) => {
    expect(checkApplication(name, 'application')).toBe(name);
  });

  it.each(['', ' ', ' shop', 'sh\nop', 'sh\u202eop', 'sh\u200bop', '\ud800', 'x'.repeat(215)])(
    'refuses %j',
    (name) => {
      expect(() => checkApplication(name, 'SEKISHO_APPLICATION')).toThrow(
        expect.objectContaining({
          code: 'AGENTS-E-RUNNER-CONFIG',
          message: expect.stringContaining('SEKISHO_APPLICATION'),
        }),
      );
    },
  );
});
