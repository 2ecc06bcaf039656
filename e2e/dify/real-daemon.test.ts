import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { realDaemon } from './daemon/real-daemon.ts';

// A replacement for the daemon that records how it was started. It tests our start command, not the daemon.
const SERVER = `
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
writeFileSync('environment.json', JSON.stringify(process.env));
console.log('listening');
createServer((request, response) => response.end('{}')).listen(Number(process.env.SERVER_PORT), '127.0.0.1');
`;

describe("the start of Dify's daemon", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dify-start-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  const write = async (name: string, code: string) => {
    const path = join(folder, name);
    await writeFile(`${path}.mjs`, code);
    await writeFile(path, `#!/bin/sh\nexec "${process.execPath}" "${path}.mjs" "$@"\n`);
    await chmod(path, 0o755);
    return path;
  };
  const start = async (version: string, server = SERVER) =>
    realDaemon({
      installed: {
        version,
        server: await write('server', server),
        commandline: await write(
          'commandline',
          `import { writeFileSync } from 'node:fs'; writeFileSync('migrated', process.argv[2]);`,
        ),
      },
      python: inject('ground').python,
      postgresPort: 1,
      redisPort: 2,
    }).start({ folder, innerApi: { url: 'http://127.0.0.1:3', key: 'inner' }, trustedKeys: ['/keys/a.pem'] });

  it('sets every required variable', async () => {
    const daemon = await start('0.6.10');
    const environment = JSON.parse(await readFile(join(folder, 'environment.json'), 'utf8'));
    expect(environment).toMatchObject({
      SERVER_HOST: '127.0.0.1',
      SERVER_KEY: daemon.serverKey,
      PLATFORM: 'local',
      DIFY_INNER_API_URL: 'http://127.0.0.1:3',
      DIFY_INNER_API_KEY: 'inner',
      DB_HOST: '127.0.0.1',
      DB_PORT: '1',
      DB_SSL_MODE: 'disable',
      DB_DEFAULT_DATABASE: 'postgres',
      REDIS_PORT: '2',
      PLUGIN_STORAGE_TYPE: 'local',
      PLUGIN_INSTALLED_PATH: 'plugin',
      PLUGIN_REMOTE_INSTALLING_PORT: String(daemon.debuggingPort),
      FORCE_VERIFYING_SIGNATURE: 'true',
      THIRD_PARTY_SIGNATURE_VERIFICATION_PUBLIC_KEYS: '/keys/a.pem',
    });
    expect(environment['DB_PASSWORD']).not.toBe('');
    expect(daemon.log()).toContain('listening');
    await daemon.stop();
  });

  it.each([
    ['0.6.10', 'migrate'],
    ['0.5.3', undefined],
  ])('creates the tables of version %s with %s', async (version, command) => {
    const daemon = await start(version);
    const ran = await readFile(join(folder, 'migrated'), 'utf8').catch(() => undefined);
    expect(ran).toBe(command);
    await daemon.stop();
  });

  it('reports the last output of a daemon that does not start', async () => {
    await expect(start('0.5.3', `console.error('no database'); process.exit(3);`)).rejects.toThrow(
      'no database',
    );
  });
});
