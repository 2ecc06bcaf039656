import { parseArgs } from 'node:util';
import type { CommandHost } from './command-host.ts';
import { loadRunner } from './load-runner.ts';

/**
 * Runs `sekisho accept-restore <module>`, which allows this machine to write again after its store was restored from a
 * backup.
 */
export async function acceptRestoreCommand(args: readonly string[], host: CommandHost): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { by: { type: 'string' }, reason: { type: 'string' } },
  });
  const [file] = positionals;
  const { by, reason } = values;
  if (file === undefined || !by || !reason) {
    host.complain(
      'Pass the module, the person who accepts the restore and the reason: ' +
        'sekisho accept-restore ./agents.js --by mika --reason "disk failure, backup of 02:00"',
    );
    return 2;
  }
  const runner = await loadRunner(file, host);
  try {
    const { from, to } = await runner.acceptRestore({ by: { id: by }, reason });
    host.print(
      `Accepted: the log continues after record ${to.seq}; this machine had seen ${from ? `record ${from.seq}` : 'a mark that is not signed'}.\n` +
        `承認しました。ログは記録 ${to.seq} の後から続きます（確認済み: ${from ? `記録 ${from.seq}` : '署名のないマーク'}）。`,
    );
  } finally {
    await runner.close();
  }
  return 0;
}
