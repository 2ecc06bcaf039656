import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkPackage,
  computeChecksum,
  formatPublicKey,
  packPlugin,
  readPluginDeclaration,
  readPluginFolder,
  signPackage,
  unzipFiles,
  verifyPackage,
  zipFiles,
  type PackageFiles,
} from '../src/packer/index.ts';
import {
  agentProvider,
  manifest,
  model,
  modelProvider,
  packages,
  strategy,
  tool,
} from './sample-packages.ts';
import { readZipDirectory } from './zip-directory.ts';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

describe('checkPackage', () => {
  it.each(['model', 'agent', 'tool'] as const)('accepts a valid %s package', (kind) => {
    const check = checkPackage(packages[kind]());
    expect(check.ok ? [] : check.problems).toEqual([]);
  });

  const base = manifest({ models: ['provider/echo.yaml'] });
  const meta = base['meta'] as Record<string, unknown>;
  const rules = model['parameter_rules'] as object[];
  const label = { en_US: 'x' };
  const credential = (field: object) => ({
    ...modelProvider,
    provider_credential_schema: { credential_form_schemas: [{ variable: 'v', label, ...field }] },
  });
  const rule = (field: object) => ({
    ...model,
    parameter_rules: [{ name: 'r', label, type: 'int', ...field }],
  });

  it.each<[string, string, unknown, string]>([
    ['no manifest', 'manifest.yaml', undefined, 'missing'],
    ['a manifest that is not YAML', 'manifest.yaml', 'a: [', 'is not YAML'],
    ['a duplicate key', 'manifest.yaml', 'version: 1\nversion: 2\n', 'is not YAML'],
    ['an unknown field', 'manifest.yaml', { ...base, iccon: 'x' }, 'iccon'],
    ['an author with capitals', 'manifest.yaml', { ...base, author: 'Sekisho' }, 'author'],
    [
      'a UUID as author',
      'manifest.yaml',
      { ...base, author: '123e4567-e89b-12d3-a456-426614174000' },
      'UUID',
    ],
    ['a version with two parts', 'manifest.yaml', { ...base, version: '1.0' }, 'version'],
    ['a version that is a number', 'manifest.yaml', { ...base, version: 1 }, 'version'],
    ['a label without English', 'manifest.yaml', { ...base, label: { ja_JP: '例' } }, 'label.en_US'],
    ['an unsupported language', 'manifest.yaml', { ...base, label: { en_US: 'x', fr_FR: 'x' } }, 'fr_FR'],
    ['a missing icon', 'manifest.yaml', { ...base, icon: 'other.svg' }, '_assets/other.svg'],
    ['an icon with its folder', 'manifest.yaml', { ...base, icon: '_assets/icon.svg' }, 'prefix'],
    [
      'node as language',
      'manifest.yaml',
      { ...base, meta: { ...meta, runner: { language: 'node', version: '24', entrypoint: 'main' } } },
      'python',
    ],
    ['a missing entrypoint', 'main.py', undefined, 'main.py'],
    ['an unknown tag', 'manifest.yaml', { ...base, tags: ['ai'] }, 'tags.0'],
    ['no memory', 'manifest.yaml', { ...base, resource: { memory: 0 } }, 'resource.memory'],
    ['a date without time', 'manifest.yaml', { ...base, created_at: '2026-11-01' }, 'created_at'],
    [
      'models and strategies in one plugin',
      'manifest.yaml',
      manifest({ models: ['provider/echo.yaml'], agent_strategies: ['a.yaml'] }),
      'exactly one',
    ],
    ['no provider', 'manifest.yaml', manifest({}), 'exactly one'],
    [
      'two providers',
      'manifest.yaml',
      manifest({ models: ['provider/echo.yaml', 'provider/b.yaml'] }),
      'first provider',
    ],
    [
      'a path outside of the package',
      'manifest.yaml',
      manifest({ models: ['../echo.yaml'] }),
      'inside the package',
    ],
    ['missing requirements', 'requirements.txt', undefined, 'requirements.txt'],
    ['a missing privacy file', 'PRIVACY.md', undefined, 'PRIVACY.md'],
    ['a missing provider', 'provider/echo.yaml', undefined, 'provider/echo.yaml'],
    [
      'a default that is a number',
      'provider/echo.yaml',
      credential({ type: 'text-input', default: 30 }),
      'default',
    ],
    ['a select without options', 'provider/echo.yaml', credential({ type: 'select' }), 'options'],
    [
      'a default value of a secret',
      'provider/echo.yaml',
      credential({ type: 'secret-input', default: 'sk-1' }),
      'secret',
    ],
    ['an unknown form type', 'provider/echo.yaml', credential({ type: 'number' }), 'type'],
    [
      'custom models without a form',
      'provider/echo.yaml',
      { ...modelProvider, model_credential_schema: undefined },
      'model_credential_schema',
    ],
    ['a missing model', 'models/llm/echo-1.yaml', undefined, 'matches no file'],
    ['an order with unknown models', 'models/llm/_position.yaml', ['echo-2'], 'echo-2'],
    [
      'a feature that older Dify rejects',
      'models/llm/echo-1.yaml',
      { ...model, features: ['polling'] },
      'features.0',
    ],
    [
      'a model without context size',
      'models/llm/echo-1.yaml',
      { ...model, model_properties: { mode: 'chat' } },
      'context_size',
    ],
    [
      'a model of another type',
      'models/llm/echo-1.yaml',
      { ...model, model_type: 'tts' },
      'listed under llm',
    ],
    [
      'a price that is a number',
      'models/llm/echo-1.yaml',
      { ...model, pricing: { input: 1.75, unit: '1', currency: 'USD' } },
      'pricing.input',
    ],
    [
      'a duplicate parameter',
      'models/llm/echo-1.yaml',
      { ...model, parameter_rules: [...rules, ...rules] },
      'with the same name',
    ],
    ['a parameter without a type', 'models/llm/echo-1.yaml', rule({ type: undefined }), 'label and type'],
    ['an unknown template', 'models/llm/echo-1.yaml', rule({ use_template: 'heat' }), 'use_template'],
    ['a default above the maximum', 'models/llm/echo-1.yaml', rule({ default: 11, max: 10 }), 'default'],
    ['a default of another type', 'models/llm/echo-1.yaml', rule({ default: 'ten' }), 'default'],
    [
      'a default that is not an option',
      'models/llm/echo-1.yaml',
      rule({ type: 'string', default: 'c', options: ['a'] }),
      'default',
    ],
    ['options that are numbers', 'models/llm/echo-1.yaml', rule({ type: 'string', options: [1] }), 'quotes'],
  ])('rejects %s', (_case, file, content, problem) => {
    expect(problemsOf(packages.model({ [file]: content }))).toContain(problem);
  });

  const parameter = (field: object) => ({ ...strategy, parameters: [{ name: 'p', label, ...field }] });

  it.each<[string, string, unknown, string]>([
    [
      'a strategy by its name',
      'provider/agents.yaml',
      { ...agentProvider, strategies: ['talk'] },
      'path of a YAML file',
    ],
    ['a missing strategy', 'strategies/talk.yaml', undefined, 'strategies/talk.yaml'],
    [
      'a scope on array[tools]',
      'strategies/talk.yaml',
      parameter({ type: 'array[tools]', scope: 'llm' }),
      'scope',
    ],
    [
      'an unknown model scope',
      'strategies/talk.yaml',
      parameter({ type: 'model-selector', scope: 'llm&magic' }),
      'scope',
    ],
    ['min without max', 'strategies/talk.yaml', parameter({ type: 'number', min: 1 }), 'both min and max'],
    [
      'a default out of range',
      'strategies/talk.yaml',
      parameter({ type: 'number', default: 50, min: 1, max: 30 }),
      'range',
    ],
    [
      'a default that is text',
      'strategies/talk.yaml',
      parameter({ type: 'boolean', default: 'yes' }),
      'true or false',
    ],
    ['an unknown type', 'strategies/talk.yaml', parameter({ type: 'array[object]' }), 'type'],
    ['an unknown feature', 'strategies/talk.yaml', { ...strategy, features: ['memory'] }, 'features.0'],
  ])('rejects %s', (_case, file, content, problem) => {
    expect(problemsOf(packages.agent({ [file]: content }))).toContain(problem);
  });

  it('rejects a parameter for models without a description for models', () => {
    const [first] = tool['parameters'] as object[];
    const changed = { ...tool, parameters: [{ ...first, llm_description: undefined }] };
    expect(problemsOf(packages.tool({ 'tools/now.yaml': changed }))).toContain('llm_description');
  });

  it('reports all problems at once', () => {
    const check = checkPackage(packages.model({ 'main.py': undefined, 'README.md': undefined }));
    expect(check.ok ? 0 : check.problems.length).toBe(2);
  });
});

describe('packPlugin', () => {
  it('returns the same bytes for the same files in any order', () => {
    const files = packages.model();
    const one = packPlugin(files);
    const other = packPlugin(new Map([...files].toReversed()));
    expect(one).toEqual(other);
    expect(one.ok && one.bytes.length).toBeGreaterThan(100);
  });

  it('returns the same bytes in another time zone', () => {
    const program = `import { zipFiles } from './src/packer/index.ts';
      process.stdout.write(Buffer.from(zipFiles(new Map([['a.txt', Buffer.from('a')]]))).toString('hex'));`;
    const inZone = (TZ: string) =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, TZ, NODE_NO_WARNINGS: '1' },
      }).toString();
    expect(inZone('Asia/Tokyo')).toBe(inZone('America/New_York'));
    expect(inZone('Asia/Tokyo')).toMatch(/^504b0304/);
  });

  it('uses the identifier of the daemon', () => {
    const files = packages.model();
    const result = packPlugin(files);
    const parts = [...files.keys()]
      .toSorted()
      .flatMap((path) => [sha256(path), sha256(files.get(path) ?? '')]);
    const checksum = sha256(Buffer.concat(parts)).toString('hex');
    expect(result).toMatchObject({ ok: true, checksum, identifier: `sekisho/sample:0.0.1@${checksum}` });
    expect(computeChecksum(files)).toBe(checksum);
  });

  it('packs regular files only, readable by other programs', () => {
    const result = packPlugin(packages.agent());
    expect(readZipDirectory(result.ok ? result.bytes : new Uint8Array())).toEqual(
      [...packages.agent().keys()]
        .toSorted()
        .map((name) => ({ name, mode: '0o100644', date: [1980, 1, 1, 0, 0, 0] })),
    );
  });

  it('rejects files that Dify would reject', () => {
    expect(packPlugin(packages.model({ 'main.py': undefined })).ok).toBe(false);
  });
});

describe('signatures', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const time = 1_795_000_000;
  const packed = packPlugin(packages.model());
  const plain = packed.ok ? packed.bytes : new Uint8Array();
  const signed = signPackage(plain, { privateKey, time });

  it('are valid for the key that created them', () => {
    expect(verifyPackage(signed, publicKey)).toBe(true);
    expect(verifyPackage(plain, publicKey)).toBe(false);
  });

  it('cover what the daemon checks: each file in zip order, then the time', () => {
    const { files, comment } = unzipFiles(signed);
    const { signature, time: stated } = JSON.parse(comment);
    const data = Buffer.concat([
      ...[...files.values()].map((bytes) => sha256(bytes)),
      Buffer.from(`${stated}`),
    ]);
    expect(verify('RSA-SHA256', data, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    expect([...files.keys()].at(-1)).toBe('.verification.dify.json');
    expect(Buffer.from(files.get('.verification.dify.json') ?? '').toString()).toBe(
      '{"authorized_category":"community"}',
    );
    expect(Object.keys(JSON.parse(comment))).toEqual(['signature', 'time']);
  });

  it.each<[string, () => Uint8Array]>([
    ['a changed file', () => resign((files) => files.set('main.py', Buffer.from('import evil\n')))],
    ['an added file', () => resign((files) => files.set('zz.py', Buffer.from('')))],
    ['a removed file', () => resign((files) => files.delete('README.md'))],
    [
      'another time',
      () =>
        resign(
          () => {},
          (comment) => comment.replace(`${time}`, `${time + 1}`),
        ),
    ],
    [
      'a comment that is not JSON',
      () =>
        resign(
          () => {},
          () => 'signed',
        ),
    ],
    [
      'an empty signature',
      () =>
        resign(
          () => {},
          () => `{"signature":"","time":${time}}`,
        ),
    ],
    ['a broken zip', () => signed.subarray(0, 100)],
  ])('are invalid after %s', (_case, tamper) => {
    expect(verifyPackage(tamper(), publicKey)).toBe(false);
  });

  it('are invalid for another key', () => {
    expect(verifyPackage(signed, generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)).toBe(false);
  });

  it('require an RSA key', () => {
    const wrong = generateKeyPairSync('ed25519').privateKey;
    expect(() => signPackage(plain, { privateKey: wrong, time })).toThrow('RSA');
  });

  it('include a public key that the daemon can read', () => {
    const pem = formatPublicKey(privateKey);
    expect(pem).toMatch(/^-----BEGIN RSA PUBLIC KEY-----\n[\s\S]+\n-----END RSA PUBLIC KEY-----$/);
    expect(formatPublicKey(publicKey)).toBe(pem);
  });

  function resign(change: (files: Map<string, Uint8Array>) => unknown, edit = (comment: string) => comment) {
    const { files, comment } = unzipFiles(signed);
    const changed = new Map(files);
    change(changed);
    return zipFiles(changed, edit(comment));
  }
});

describe('zips', () => {
  it.each(['../evil', '/etc/passwd', 'a//b', 'a\\b', './a', 'a/../../b', ''])(
    'never contain the path "%s"',
    (path) => {
      expect(() => zipFiles(new Map([[path, new Uint8Array()]]))).toThrow('cannot be packed');
    },
  );

  it('keep file names that are JavaScript property names', () => {
    const files: PackageFiles = new Map([
      ['2', Buffer.from('two')],
      ['10', Buffer.from('ten')],
      ['constructor', Buffer.from('c')],
    ]);
    expect([...unzipFiles(zipFiles(files)).files.keys()].toSorted()).toEqual(['10', '2', 'constructor']);
  });
});

describe('readPluginFolder and readPluginDeclaration', () => {
  it('read a folder, exclude caches and secrets, and reject links', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dify-plugin-'));
    try {
      for (const [path, bytes] of packages.model({
        '.env': 'KEY=1',
        '.env.local': 'KEY=2',
        'config/.npmrc': '//registry.example/:_authToken=1',
        'node_modules/x.js': '',
        'notes.txt': '',
      })) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), bytes);
      }
      const files = await readPluginFolder(folder, { include: (path) => path !== 'notes.txt' });
      expect([...files.keys()].toSorted()).toEqual([...packages.model().keys()].toSorted());
      const declaration = readPluginDeclaration(files);
      expect(declaration).toMatchObject({
        manifest: { name: 'sample' },
        models: [{ provider: 'echo', models: [{ model: 'echo-1' }], position: { llm: ['echo-1'] } }],
      });
      expect([...declaration.assets.keys()]).toEqual(['icon.svg']);
      await symlink('/etc/hostname', join(folder, 'link'));
      await expect(readPluginFolder(folder)).rejects.toThrow('is a link');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('inline strategies', () => {
    expect(readPluginDeclaration(packages.agent()).agentStrategies).toMatchObject([
      { identity: { name: 'agents' }, strategies: [{ identity: { name: 'talk' } }] },
    ]);
    expect(() => readPluginDeclaration(packages.agent({ 'main.py': undefined }))).toThrow('1 problems');
  });
});

function problemsOf(files: PackageFiles): string {
  const check = checkPackage(files);
  return check.ok
    ? ''
    : check.problems.map(({ file, where, problem }) => `${file} ${where} ${problem}`).join('\n');
}
