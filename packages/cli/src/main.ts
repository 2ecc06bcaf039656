import { createRequire } from 'node:module';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readVersion } from './version.ts';

/** Runs the command line of this process and sets its exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const [command, client = ''] = args;
  // Scripts request the version often, so it is printed before anything else is loaded.
  if (command === '--version') {
    process.stdout.write(`${readVersion()}\n`);
    return;
  }
  if (command === 'hook' && !isSubcommand(client) && !args.includes('--help')) {
    await hook(client, args.slice(2));
    return;
  }
  const stopped = new Promise<void>((resolve) => {
    // Not `once`: when a signal has no other listener, the Agents SDK ends the process immediately, also while a command runs.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
  for (const stream of [process.stdout, process.stderr]) {
    // A reader such as `head` may close the pipe early; any other error loses output.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exitCode = 1;
    });
  }
  const { stdin: input, stdout: output } = process;
  // Read here, because loading the engine, whose `readEnv` reads it elsewhere, would take longer than most commands.
  const { env } = process;
  const { runCli } = await import('./run-cli.ts');
  const code = await runCli(args, {
    print: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    stopped,
    env,
    importModule,
    cwd: process.cwd(),
    home: homedir(),
    user: userName(env),
    launcher: [process.execPath, ...process.execArgv, process.argv[1] ?? 'sekisho'],
    terminal: input.isTTY && output.isTTY ? { input, output } : undefined,
  });
  process.exitCode = code;
  // A module that could not be used may have opened something that would keep this process alive.
  if (code !== 0) process.stderr.write('', () => process.exit());
}

const isSubcommand = (word: string) => ['', 'install', 'status', 'remove', '-h'].includes(word);

/** Runs the hook of a coding agent. Nothing else is loaded, because this happens for every tool call. */
async function hook(client: string, args: readonly string[]): Promise<void> {
  const { launchHook } = await import('./hook/launch.ts');
  const { stdout, stderr, code } = await launchHook(client, args, { home: homedir(), input: process.stdin });
  process.exitCode = code;
  if (stderr !== '') process.stderr.write(`${stderr}\n`);
  process.stdout.write(stdout);
}

/** Imports a file, or a package of the project in the current folder, or else a package beside this one. */
async function importModule(specifier: string): Promise<object> {
  if (specifier.startsWith('file:')) return import(specifier);
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve(specifier);
    return await import(pathToFileURL(path).href);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    return import(specifier);
  }
}

function userName(env: Readonly<Record<string, string | undefined>>): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the password file has no name.
    return env['USER'] ?? env['USERNAME'] ?? `user ${process.getuid?.() ?? ''}`.trim();
  }
}
