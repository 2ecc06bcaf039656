import { acceptRestoreCommand } from './accept-restore-command.ts';
import type { CommandHost } from './command-host.ts';
import { workerCommand } from './worker-command.ts';

const HELP = `sekisho worker <module> [--concurrency 8] [--poll 1000]
    Carries out the runs that wait for a worker. The module exports \`runner\`.
    実行待ちのランを処理します。モジュールは \`runner\` を export してください。
    SIGTERM: claims no further runs, finishes the active ones, then exits. / 新規受付を止め、処理中のランを終えてから終了します。

sekisho accept-restore <module> --by <name> --reason <text>
    Lets this machine write again after the store was restored from a backup, and records who accepted that and why.
    バックアップからストアを復元した後、このマシンからの書き込みを再び許可し、承認者と理由を記録します。
`;

const COMMANDS: Readonly<Record<string, typeof workerCommand>> = {
  worker: workerCommand,
  'accept-restore': acceptRestoreCommand,
};

/** Runs a command and returns the exit code. */
export async function runCli(args: readonly string[], host: CommandHost): Promise<number> {
  const [command, ...rest] = args;
  const run = command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (run && !rest.some(asksForHelp)) {
    try {
      return await run(rest, host);
    } catch (error) {
      host.complain(error instanceof Error ? error.message : String(error));
      return 1;
    }
  }
  const isAsked = command === undefined || command === 'help' || args.some(asksForHelp);
  if (isAsked) host.print(HELP);
  else host.complain(HELP);
  return isAsked ? 0 : 2;
}

const asksForHelp = (word: string) => word === '--help' || word === '-h';
