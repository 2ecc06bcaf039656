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

/** What a plugin needs beyond its handlers. */
export type RunOptions = {
  /** Only for remote debugging: what the YAML files say, from `readPluginDeclaration` of the packer. */
  readDeclaration?(): Promise<PluginDeclaration>;
};

/** Runs a plugin as the main thing of its process, over the transport that the environment names. */
export async function runPlugin(plugin: PluginDefinition, options: RunOptions = {}): Promise<void> {
  // Standard output belongs to the protocol; whatever a library prints goes to the daemon's log.
  globalThis.console = new Console(process.stderr, process.stderr);
  // What one handler forgot must not end the requests of everybody else.
  process.on('unhandledRejection', (thrown) => {
    // It may also be the failure to start, of a program that does not await this function.
    process.exitCode = 1;
    logToStderr('ERROR', `A failure that nobody waited for: ${describeThrown(thrown, createRedactor({}))}`);
  });
  const choice = chooseTransport(readEnv());
  const { beginWork } = new IdleCollector({
    clock: backgroundClock,
    readMemory: () => process.memoryUsage.rss(),
    // Only there with --expose-gc, which the launcher gives. No milder kind returns the pages; Node 20 knows no other.
    collect: () => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }),
  });
  switch (choice.transport) {
    case 'stdio':
      await serveStdio(plugin, { input: process.stdin, output: process.stdout, beginWork });
      // A handler that ignores its signal must not keep a plugin alive that nobody talks to.
      return process.exit(0);
    case 'remote': {
      if (options.readDeclaration === undefined) {
        throw new PluginError('PluginInternalError', 'Remote debugging needs readDeclaration.');
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
