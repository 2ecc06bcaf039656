import { Console } from 'node:console';
import { PluginError } from '../errors/plugin-error.ts';
import { createRedactor } from '../errors/redactor.ts';
import { describeThrown } from '../errors/to-wire-error.ts';
import { readEnv } from '../config/env.ts';
import { backgroundClock } from '../flow/clock.ts';
import type { PluginDefinition } from '../plugin/plugin-definition.ts';
import type { PluginDeclaration } from '../transports/plugin-declaration.ts';
import { serveHttp } from '../transports/serve-http.ts';
import { serveRemote } from '../transports/serve-remote.ts';
import { serveStdio } from '../transports/serve-stdio.ts';
import type { LogLevel } from '../wire/outgoing-event.ts';
import { chooseTransport } from './choose-transport.ts';
import { IdleCollector } from './idle-collector.ts';

/** The options of a plugin process. */
export type RunOptions = {
  /** Only for remote debugging: the content of the YAML files, from `readPluginDeclaration` of the packer. */
  readDeclaration?(): Promise<PluginDeclaration>;
};

/** Runs a plugin as the main program of its process, over the transport that the environment selects. */
export async function runPlugin(plugin: PluginDefinition, options: RunOptions = {}): Promise<void> {
  // Standard output is reserved for the protocol; output of libraries goes to the daemon's log.
  globalThis.console = new Console(process.stderr, process.stderr);
  // An unhandled rejection in one handler must not end the other requests.
  process.on('unhandledRejection', (thrown) => {
    // It may also be a failed start, in a program that does not await this function.
    process.exitCode = 1;
    logToStderr('ERROR', `Unhandled rejection: ${describeThrown(thrown, createRedactor({}))}`);
  });
  const choice = chooseTransport(readEnv());
  const { beginWork } = new IdleCollector({
    clock: backgroundClock,
    readMemory: () => process.memoryUsage.rss(),
    // Available only with --expose-gc, which the launcher sets. Only this kind returns the pages, and Node 20 has no other.
    collect: () => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }),
  });
  switch (choice.transport) {
    case 'stdio':
      await serveStdio(plugin, { input: process.stdin, output: process.stdout, beginWork });
      // A handler that ignores its signal must not keep a disconnected plugin alive.
      return process.exit(0);
    case 'remote': {
      if (options.readDeclaration === undefined) {
        throw new PluginError(
          'PluginInternalError',
          'Remote debugging requires the option readDeclaration. Pass it to runPlugin.',
        );
      }
      const declaration = await options.readDeclaration();
      const { host, port, key } = choice;
      return serveRemote(plugin, { host, port, key, declaration, beginWork });
    }
    case 'http': {
      const { host, port, daemonUrl } = choice;
      await serveHttp(plugin, { host, port, daemonUrl, log: logToStderr, beginWork });
    }
  }
}

function logToStderr(level: LogLevel, message: string): void {
  process.stderr.write(`${level} ${message}\n`);
}
