import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SekishoError } from '@sekisho/engine';
import type { Invocation } from '../command.ts';
import { dataFolder } from '../open-parts.ts';

/** The databases of an embedded store: the runs and the log, and those of the console's server beside them. */
const DATABASES = ['state.db', 'console.db', 'chat.db'];

/** `sekisho backup FOLDER`: copies the databases of a store that may be in use. */
export async function backupCommand(call: Invocation): Promise<void> {
  const from = embeddedFolder(call);
  const to = resolve(call.host.cwd, call.positionals[0] ?? '');
  const files = DATABASES.filter((name) => existsSync(join(from, name)));
  if (files.length === 0) throw refusal(`There is no store in ${from}.`);
  if (existsSync(to) && readdirSync(to).length > 0) throw refusal(`${to} is not empty. Name a new folder.`);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const { backup, DatabaseSync } = await import('node:sqlite');
  for (const name of files) {
    const database = new DatabaseSync(join(from, name), { readOnly: true });
    try {
      await backup(database, join(to, name));
    } finally {
      database.close();
    }
  }
  call.report(
    { from, to, files },
    {
      en: `Copied ${files.join(', ')} to ${to}. The key is not in it: keep a copy of ${join(from, 'key')}, or of SEKISHO_SECRET, in another place.`,
      ja: `${files.join('、')} を ${to} にコピーしました。鍵は含まれません。${join(from, 'key')}（または SEKISHO_SECRET）は別の場所に保管してください。`,
    },
  );
}

/** `sekisho restore FOLDER`: puts the databases of a backup into the folder of the store, and keeps what was there. */
export async function restoreCommand(call: Invocation): Promise<void> {
  const to = embeddedFolder(call);
  const from = resolve(call.host.cwd, call.positionals[0] ?? '');
  const files = DATABASES.filter((name) => existsSync(join(from, name)));
  if (!files.includes('state.db')) throw refusal(`There is no state.db in ${from}.`);
  const aside = join(to, `before-restore-${new Date().toISOString().replaceAll(':', '-')}`);
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of files) {
    // With its -wal and -shm: the old ones would damage the restored file.
    for (const old of globSync(`${name}*`, { cwd: to })) renameSync(join(to, old), join(aside, old));
    copyFileSync(join(from, name), join(to, name));
  }
  call.report(
    { from, to, files, aside },
    {
      en: `Restored ${files.join(', ')} in ${to}. What was there is in ${aside}.
Changes since the backup are missing. Find out what happened to the calls since then, and then let this machine write again:
  sekisho accept-restore --reason "…"`,
      ja: `${to} に ${files.join('、')} を復元しました。それまでのファイルは ${aside} にあります。
バックアップ後の変更は失われています。その後の呼び出しがどうなったかを確認してから、このマシンの書き込みを許可してください。
  sekisho accept-restore --reason "…"`,
    },
  );
}

function embeddedFolder(call: Invocation): string {
  if (call.text('data') === undefined && call.host.env['DATABASE_URL'])
    throw refusal(
      'DATABASE_URL is set. Use pg_dump and pg_restore for PostgreSQL, or name a folder with --data.',
    );
  return dataFolder(call.text('data'), call.host);
}

const refusal = (message: string) => new SekishoError('AGENTS-E-RUNNER-CONFIG', message);
