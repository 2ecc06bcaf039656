import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { expect } from 'vitest';
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

/** A text that a terminal shows, and the key that a person presses then. */
export type Answer = readonly [text: string, key: string];

/** Runs a command in a terminal, in a folder. Each key is pressed when the text before it has appeared. */
export async function commandInTerminal(args: readonly string[], keys: readonly Answer[], place: string) {
  const input = new PassThrough();
  const output = new PassThrough();
  let screen = '';
  const left = [...keys];
  const press = (text: string) => {
    screen += text;
    const [next] = left;
    if (next === undefined || !screen.includes(next[0])) return;
    left.shift();
    screen = '';
    setImmediate(() => input.write(next[1]));
  };
  output.setEncoding('utf8').on('data', press);
  const result = await command(args, { cwd: place, home: place, terminal: { input, output } });
  expect(left).toEqual([]);
  return result;
}
