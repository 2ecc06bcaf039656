import { existsSync, readFileSync, appendFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { draftManifests } from '@sekisho/engine';
import { examine, processChecks, queueChecks, storeChecks, type Finding } from '@sekisho/engine/integration';
import { z } from 'zod';
import { EXIT, Invocation, requireNewFile, type CommandHost } from '../command.ts';
import { lockKey, unlockKey } from '../key-lock.ts';
import { dataFolder, requirePackage, withParts } from '../open-parts.ts';
import { readJson, toolsSchema } from './policy.ts';

/** `sekisho init`: creates the store of this folder and keeps it out of git. */
export async function initCommand(call: Invocation): Promise<void> {
  const { host } = call;
  const folder = resolve(host.cwd, call.text('data') ?? '.sekisho');
  const userStore = join(host.home, '.sekisho');
  const inFolder = new Invocation(host, { data: folder }, []);
  // The first write creates the key and the database, readable only by this user.
  await withParts(
    inFolder,
    async ({ context }) => {
      await context.store.commit([{ kind: 'owner.beat', owner: 'init', application: '', lease_ms: 0 }]);
    },
    { mayCreate: true },
  );
  const ignored = join(host.cwd, '.gitignore');
  const isIgnored = existsSync(ignored) && /^\/?\.sekisho\/?$/m.test(readFileSync(ignored, 'utf8'));
  if (!isIgnored && existsSync(join(host.cwd, '.git'))) appendFileSync(ignored, '.sekisho/\n');
  call.report(
    { folder },
    {
      en: `Created ${folder}. Programs that run in this folder use it, and so do the commands here:
  sekisho inbox                      decide what waits for you
  sekisho console                    the same in a browser

Coding agents and MCP servers of all folders share ${userStore}:
  sekisho hook install claude        gate the tools of Claude Code (also: codex, gemini, opencode, cursor, copilot)
  sekisho proxy -- <MCP server>      gate the tools of an MCP server
  sekisho inbox --data "${userStore}"`,
      ja: `${folder} を作成しました。このフォルダーで動くプログラムと、ここで実行するコマンドが使います:
  sekisho inbox                      判断待ちの依頼を確認する
  sekisho console                    同じことをブラウザーで行う

コーディングエージェントと MCP サーバーは、どのフォルダーでも ${userStore} を使います:
  sekisho hook install claude        Claude Code のツールに関所を置く（codex、gemini、opencode、cursor、copilot も可）
  sekisho proxy -- <MCP サーバー>      MCP サーバーのツールに関所を置く
  sekisho inbox --data "${userStore}"`,
    },
  );
}

/** `sekisho lock`: the key needs a passphrase from now on, so that a program that runs as the user cannot approve. */
export async function lockCommand(call: Invocation): Promise<void> {
  const folder = dataFolder(call.text('data'), call.host);
  await lockKey(call, folder);
  call.report(
    { folder, locked: true },
    {
      en: `Locked. Every command on ${folder} asks for the passphrase in a terminal. Restart "sekisho up". An earlier copy of the old key still works.`,
      ja: `ロックしました。${folder} を使うコマンドは端末でパスフレーズを求めます。sekisho up を再起動してください。以前に複製された鍵は引き続き使えます。`,
    },
  );
}

/** `sekisho unlock`: writes the key back to its file. */
export async function unlockCommand(call: Invocation): Promise<void> {
  const folder = dataFolder(call.text('data'), call.host);
  await unlockKey(call, folder);
  call.report(
    { folder, locked: false },
    { en: `Unlocked: ${folder}`, ja: `ロックを解除しました: ${folder}` },
  );
}

/** `sekisho doctor`: checks Node, the key, the store, the log and what waits. */
export async function doctorCommand(call: Invocation): Promise<number> {
  return withParts(call, async ({ context, audit, keyFile }) => {
    const { store, clock, ledger } = context;
    const { hookChecks } = await import('../hook/check-hooks.ts');
    const report = await examine({
      ...hookChecks(call),
      ...processChecks(keyFile),
      ...queueChecks(store, clock),
      ...storeChecks({
        store,
        clock,
        spooled: () => ledger.spooled,
        mark: () => audit.mark(),
        verifyLog: () => audit.verify(),
      }),
    });
    const lines = report.findings.map((finding) => describeFinding(finding, call));
    call.report(report, { en: lines.join('\n'), ja: lines.join('\n') });
    return report.ok ? EXIT.ok : EXIT.found;
  });
}

const MARKS = { ok: '✓', warning: '!', error: '✗' } as const;

function describeFinding({ level, id, found, how, remedy }: Finding, { language }: Invocation): string {
  const line = `${MARKS[level]} ${id}: ${found[language]}`;
  return remedy ? `${line}\n    → ${remedy[language]} (${how})` : line;
}

/** `sekisho manifest draft FILE`: writes a draft manifest for each tool of a file. */
export async function manifestDraftCommand(call: Invocation): Promise<void> {
  const [file = ''] = call.positionals;
  const data = readJson(call, file);
  const tools = z.union([toolsSchema, z.record(z.string(), toolsSchema)]).parse(data);
  const draft = Array.isArray(tools)
    ? draftManifests(
        tools.map(({ manifest: _manifest, ...tool }) => ({ ...tool, definition_digest: tool.name })),
      )
    : Object.fromEntries(
        Object.entries(tools).map(([suite, list]) => [
          suite,
          draftManifests(
            list.map(({ manifest: _manifest, ...tool }) => ({ ...tool, definition_digest: tool.name })),
          ),
        ]),
      );
  const text = JSON.stringify(draft, null, 2);
  const out = call.text('out');
  if (out !== undefined) requireNewFile(call, out);
  if (out === undefined) {
    call.host.print(text);
    return;
  }
  writeFileSync(resolve(call.host.cwd, out), `${text}\n`, { flag: 'wx' });
  call.report(
    { file: out },
    {
      en: `${out}: read it, correct it, and set "confirmed" to true. A draft that was not confirmed is refused.`,
      ja: `${out}: 内容を確認・修正し、"confirmed" を true にしてください。確認前の下書きは受け付けません。`,
    },
  );
}

const skillsSchema = z.object({
  reportSkills: z.custom<
    (folder: string, describeFromText: boolean) => Promise<readonly { readonly status: string }[]>
  >((value) => typeof value === 'function'),
});

/** `sekisho skills report FOLDER`: which SKILL.md files can be used, and why others cannot. */
export async function skillsReportCommand(call: Invocation): Promise<void> {
  const { host } = call;
  const { reportSkills } = skillsSchema.parse(await requirePackage('sekisho', host));
  const lines = await reportSkills(
    resolve(host.cwd, call.positionals[0] ?? ''),
    call.flag('describe-from-text'),
  );
  for (const line of lines) host.print(JSON.stringify(line));
  const count = (status: string) => lines.filter((line) => line.status === status).length;
  host.complain(
    `${lines.length} SKILL.md: ${count('enabled')} enabled, ${count('repaired')} repaired, ${count('disabled')} disabled.`,
  );
}

const consoleSchema = z.object({
  runServer: z.custom<(env: CommandHost['env']) => void>((value) => typeof value === 'function'),
});

/** `sekisho console`: starts the web console on the store of the other commands. It stops the process itself. */
export async function consoleCommand(call: Invocation): Promise<void> {
  const { host } = call;
  const { runServer } = consoleSchema.parse(await requirePackage('@sekisho/console', host));
  const port = call.text('port');
  const data = call.text('data');
  runServer({
    // The store belongs to other programs, so a demo run in their inbox must be enabled explicitly.
    DEMO: 'off',
    ...host.env,
    SEKISHO_DATA_DIR: dataFolder(data, host),
    // A named folder is used, also if a database is configured.
    ...(data !== undefined && { DATABASE_URL: undefined }),
    ...(port !== undefined && { PORT: port }),
  });
  await host.stopped;
}
