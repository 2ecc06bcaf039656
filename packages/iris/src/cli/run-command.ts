import { ConfigurationError } from '../config/configuration-error.ts';
import type { Environment } from '../config/env.ts';
import { readCredentials, readSettings } from '../config/read-settings.ts';
import { createIrisSurface } from '../create-iris-surface.ts';
import { resumeWith } from '../mcp/call-tool.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import type { Surface } from '../mcp/surface.ts';
import { TaskStore } from '../mcp/task-store.ts';
import { IRIS_VERSION } from '../version.ts';
import { parseCommandLine, type Command } from './parse-command-line.ts';
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { LineTooLongError, StdioTransport } from '@sekisho/mcp-http/stdio';

/** The output streams of a command. With stdio the protocol uses standard output, so messages go to standard error. */
export type Streams = {
  out: (text: string) => void;
  error: (text: string) => void;
  /** Ends the process soon after its input has ended; idle connections would keep it alive. */
  endWithInput: (close: () => void) => void;
};

/** Runs the command line. Returns the exit code, or undefined while a server is running. */
export async function runCommand(
  argv: readonly string[],
  environment: Environment,
  streams: Streams,
): Promise<number | undefined> {
  try {
    return await run(parseCommandLine(argv), environment, streams);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    streams.error(`${error.message}\n`);
    return 2;
  }
}

async function run(
  command: Command,
  environment: Environment,
  streams: Streams,
): Promise<number | undefined> {
  switch (command.type) {
    case 'help': {
      const { HELP_TEXT } = await import('./help-text.ts');
      streams.out(HELP_TEXT);
      return 0;
    }
    case 'version':
      streams.out(`${IRIS_VERSION}\n`);
      return 0;
    case 'stdio': {
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
      const { surface, tasks } = await open(command, environment);
      tasks.recover(resumeWith(surface.tools));
      const transport = new StdioTransport(process.stdin, process.stdout);
      const onerror = (error: Error): void => {
        // Other errors may contain the text of a request, which must not be logged.
        if (error instanceof LineTooLongError) streams.error(`${error.message}\n`);
      };
      serveStdio(() => createMcpServer(surface, tasks), { transport, onerror });
      streams.endWithInput(() => tasks.close());
      return undefined;
    }
    case 'http': {
      const { runHttp } = await import('./run-http.ts');
      const { surface, tasks } = await open(command, environment);
      await runHttp(surface, { command, environment, streams, tasks });
      return undefined;
    }
  }
}

async function open(
  { demo, stateDir }: { demo: boolean; stateDir: string | undefined },
  environment: Environment,
): Promise<{ surface: Surface; tasks: TaskStore }> {
  const settings = readSettings(environment, { demo, stateDir });
  await prepareStateDir(settings.stateDir);
  const surface = createIrisSurface(async () => {
    const { createEngine } = await import('../ask/create-engine.ts');
    const credentials = demo ? undefined : await readCredentials(environment);
    return createEngine({ ...settings, credentials });
  });
  return { surface, tasks: openTasks(settings.stateDir) };
}

function openTasks(folder: string | undefined): TaskStore {
  try {
    return new TaskStore({ now: Date.now, makeId: () => crypto.randomUUID(), folder });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigurationError({
      en: `The tasks in "${folder}" cannot be read (${reason}). Move tasks.sqlite to another folder, or choose another folder with --state-dir.`,
      ja: `"${folder}" のタスクを読み込めません（${reason}）。tasks.sqlite を別の場所に移すか、--state-dir で別のフォルダーを指定してください。`,
    });
  }
}

/** Creates the folder for transcripts and tasks, readable by this user only. Throws a ConfigurationError if it is unusable. */
async function prepareStateDir(folder: string | undefined): Promise<void> {
  if (folder === undefined) return;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigurationError({
      en: `The folder "${folder}" cannot be used: this user must be able to read and write it. Choose another one with --state-dir or IRIS_STATE_DIR.`,
      ja: `フォルダー "${folder}" は使えません。このユーザーが読み書きできるフォルダーを --state-dir または IRIS_STATE_DIR で指定してください。`,
    });
  }
}
