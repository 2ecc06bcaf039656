import { tmpdir } from 'node:os';
import { runCli, type CommandHost } from '../src/index.ts';

/** Runs a command in this process and returns what it printed. */
export async function command(
  args: readonly string[],
  host: Partial<CommandHost> = {},
): Promise<{ readonly code: number; readonly said: string; readonly complained: string }> {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await runCli(args, {
    print: (line) => void printed.push(line),
    complain: (line) => void complained.push(line),
    env: {},
    stopped: Promise.resolve(),
    importModule: (specifier) => import(specifier),
    cwd: tmpdir(),
    home: tmpdir(),
    user: 'ada',
    launcher: ['sekisho'],
    ...host,
  });
  return { code, said: printed.join('\n'), complained: complained.join('\n') };
}
