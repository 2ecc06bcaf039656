import { formatPublicKey } from '@sekisho/dify-plugin/packer';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askEcho } from './ask-plugin.ts';
import { daemonKinds } from './daemon-kinds.ts';
import { openEnvironment, type TestEnvironment } from './open-environment.ts';
import { buildPackage } from './plugins/build-package.ts';

describe.each(daemonKinds())('signatures in $name with one trusted key', (kind) => {
  const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const untrusted = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const time = 1_790_000_000;
  let environment: TestEnvironment;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dify-keys-'));
    const path = join(folder, 'ours.pem');
    await writeFile(path, formatPublicKey(ours.publicKey));
    environment = await openEnvironment(kind, { trustedKeys: [path] });
  });

  afterAll(async () => {
    await environment[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['without a signature', undefined],
    ['signed with an untrusted key', { privateKey: untrusted.privateKey, time }],
  ])('reject a package %s', async (_case, signing) => {
    const { bytes } = await buildPackage('echo', signing === undefined ? {} : { signing });
    await expect(environment.client.upload(bytes)).rejects.toThrow(/signature/);
  });

  it('reject a signed package that differs in one byte', async () => {
    const { bytes } = await buildPackage('echo', { signing: { privateKey: ours.privateKey, time } });
    const changed = Buffer.from(bytes);
    const at = changed.indexOf('"time":1790000000');
    changed.write('"time":1790000001', at);
    await expect(environment.client.upload(changed)).rejects.toThrow(/signature/);
  });

  it('accept and run a package with a trusted signature', async () => {
    const { bytes } = await buildPackage('echo', {
      withNodeWheel: false,
      signing: { privateKey: ours.privateKey, time },
    });
    await environment.install(bytes);
    expect(await askEcho(environment.client, 'trusted')).toBe('trusted');
  });
});
