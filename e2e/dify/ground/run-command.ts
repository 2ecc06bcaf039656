import { spawn } from 'node:child_process';

/** The environment and the time limit of a program. */
export type CommandOptions = {
  env: Record<string, string>;
  cwd?: string;
  timeoutMs?: number;
  identity?: { uid: number; gid: number } | undefined;
};

/** Runs a program and returns its output. The error of a failed program contains its last lines. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { env, cwd, timeoutMs = 600_000, identity }: CommandOptions,
): Promise<string> {
  const child = spawn(command, args, {
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    ...identity,
  });
  const printed: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const code = await promise;
  const text = printed.join('');
  if (code !== 0) {
    throw new Error(`"${command} ${args.join(' ')}" ended with ${code}: ${text.trim().slice(-600)}`);
  }
  return text;
}
