import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { env } from './ground/env.ts';
import { runCommand } from './ground/run-command.ts';
import { DATABASE_ACCOUNT, startPostgres } from './ground/start-postgres.ts';
import { startRedis } from './ground/start-redis.ts';
import { wrapProgram } from './ground/wrap-program.ts';

describe('the services of the daemon', () => {
  it('include a PostgreSQL that accepts only the account of the daemon', async () => {
    const postgres = await startPostgres(env.inherited());
    const { user, password } = DATABASE_ACCOUNT;
    const place = ['-h', '127.0.0.1', '-p', String(postgres.port), '-U', user, '-d', 'postgres'];
    const select = (secret: string) =>
      runCommand('psql', [...place, '-At', '-c', 'select 41 + 1'], {
        env: { ...env.inherited(), PGPASSWORD: secret },
      });
    try {
      expect((await select(password)).trim()).toBe('42');
      await expect(select('wrong')).rejects.toThrow('password authentication failed');
    } finally {
      await postgres.stop();
    }
  });

  it('include a wrapper that sets its own variables, independent of the caller', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dify-wrap-'));
    const path = join(folder, 'say');
    try {
      await wrapProgram(path, {
        command: ['sh', '-c', 'echo "$WORDS, $1"', "it's"],
        env: { WORDS: `"it's" $HOME` },
      });
      expect(await runCommand(path, ['the end'], { env: {} })).toBe(`"it's" $HOME, the end\n`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('include a Redis that responds', async () => {
    const redis = await startRedis(env.inherited());
    try {
      const ping = ['-h', '127.0.0.1', '-p', String(redis.port), 'ping'];
      expect(await runCommand('redis-cli', ping, { env: env.inherited() })).toContain('PONG');
    } finally {
      await redis.stop();
    }
  });
});
