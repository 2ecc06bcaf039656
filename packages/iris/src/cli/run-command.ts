import { ConfigurationError } from '../config/configuration-error.ts';
import type { Environment } from '../config/env.ts';
import { prepareStateDir } from '../config/prepare-state-dir.ts';
import { readCredentials, readSettings } from '../config/read-settings.ts';
import { createIrisSurface } from '../create-iris-surface.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { LineTooLongError, StdioTransport } from '../mcp/stdio-transport.ts';
import type { Surface } from '../mcp/surface.ts';
import { TaskStore } from '../mcp/task-store.ts';
import { IRIS_VERSION } from '../version.ts';
import { parseCommandLine, type Command } from './parse-command-line.ts';

/** Where a command writes. Over stdio the protocol owns the standard output, so people read the other one. */
export type Streams = {
  out: (text: string) => void;
  error: (text: string) => void;
  /** Lets the process end soon after its input has; idle connections would keep it alive. */
  endWithInput: () => void;
};

/** Runs the command line; answers the exit code, or undefined while a server keeps running. */
export async function runCommand(
  words: readonly string[],
  environment: Environment,
  streams: Streams,
): Promise<number | undefined> {
  try {
    return await run(parseCommandLine(words), environment, streams);
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
      const surface = await openSurface(command, environment);
      const tasks = new TaskStore({ now: Date.now, makeId: () => crypto.randomUUID() });
      const transport = new StdioTransport(process.stdin, process.stdout);
      const onerror = (error: Error): void => {
        // Other errors may quote what was sent, and that belongs in no log.
        if (error instanceof LineTooLongError) streams.error(`${error.message}\n`);
      };
      serveStdio(() => createMcpServer(surface, tasks), { transport, onerror });
      streams.endWithInput();
      return undefined;
    }
    case 'http': {
      const { runHttp } = await import('./run-http.ts');
      await runHttp(await openSurface(command, environment), { command, environment, streams });
      return undefined;
    }
  }
}

async function openSurface(
  { demo, stateDir }: { demo: boolean; stateDir: string | undefined },
  environment: Environment,
): Promise<Surface> {
  const settings = readSettings(environment, { demo, stateDir });
  await prepareStateDir(settings.stateDir);
  return createIrisSurface(async () => {
    const { createEngine } = await import('../ask/create-engine.ts');
    const credentials = demo ? undefined : await readCredentials(environment);
    return createEngine({ ...settings, credentials });
  });
}
