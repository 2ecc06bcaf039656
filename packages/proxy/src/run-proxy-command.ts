import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Transport } from '@modelcontextprotocol/server';
import { createTokenAuthenticator } from '@sekisho/mcp-http';
import { createProxy } from './create-proxy.ts';
import { INSTALL_HELP, runInstallCommand } from './install/run-install-command.ts';
import { loadProxySettings, readProxySettings, type ProxySettings } from './proxy-config.ts';
import { serveProxyOnHttp, serveProxyOnStdio } from './serve.ts';

/** The functions of the process that the command uses. Standard output belongs to the protocol. */
export interface ProxyCommandHost {
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** Resolves when the process is requested to stop. */
  readonly stopped: Promise<void>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The home folder of the user. The default is the one of the process. */
  readonly home?: string | undefined;
  /** The connection to the client, instead of standard input and output. */
  readonly transport?: Transport | undefined;
  /** How long a session of a killed process stays locked. */
  readonly leaseMs?: number | undefined;
}

/** The help text of the command. */
export const PROXY_HELP = `sekisho proxy [options] -- <command of the MCP server> [arguments]
sekisho proxy [options] --config sekisho.proxy.json
sekisho proxy install|remove <client>   ("sekisho proxy install --help")
    Puts the gate in front of MCP servers: every call is allowed, denied, or waits for a person.
    MCP サーバーの前に関所を置きます。すべての呼び出しは許可、拒否、または人の判断待ちになります。
    --profile NAME     strict, balanced (the default) or fast
    --pack NAME        the manifest pack of the server, for example filesystem
    --name NAME        the name of the server in policies and logs; the default is derived from the command
    --session NAME     the session that is continued; the default is the current folder
    --data FOLDER      the folder of the store; the default is SEKISHO_DATA_DIR or ~/.sekisho
    --console URL      the address of the console that displays requests
    --wait SECONDS     how long a call waits for a decision before the client has to repeat it
    --approve-in-client   lets the person at the client approve requests up to risk 4 in a form of the client
    --http PORT        serves clients over HTTP on this machine instead of standard input and output;
                       the token is SEKISHO_PROXY_TOKEN, or a new one that is printed`;

/** Runs the proxy until the client or the process ends. Returns the exit code. */
export async function runProxyCommand(args: readonly string[], host: ProxyCommandHost): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'install' || action === 'remove') {
    if (!rest.includes('--help') && !rest.includes('-h')) return runInstallCommand(action, rest, host);
    host.print(INSTALL_HELP);
    return 0;
  }
  const split = args.indexOf('--');
  const own = split < 0 ? args : args.slice(0, split);
  const command = split < 0 ? [] : args.slice(split + 1);
  if (own.includes('--help') || own.includes('-h')) {
    host.print(PROXY_HELP);
    return 0;
  }
  const { values, positionals } = parseArgs({
    args: [...own],
    allowPositionals: true,
    options: {
      config: { type: 'string' },
      name: { type: 'string' },
      profile: { type: 'string' },
      pack: { type: 'string' },
      session: { type: 'string' },
      data: { type: 'string' },
      console: { type: 'string' },
      wait: { type: 'string' },
      'approve-in-client': { type: 'boolean' },
      http: { type: 'string' },
    },
  });
  const [stray] = positionals;
  if (stray !== undefined)
    return usage(host, `Write "--" before the command of the server: sekisho proxy -- ${stray}`);
  if ((values.config === undefined) === (command.length === 0))
    return usage(host, 'Pass either the command of a server after "--", or --config with a file.');
  if (values.config !== undefined && values.pack !== undefined)
    return usage(host, 'With --config, name the pack of each server in the file: "pack".');
  const settings = withOptions(settingsOf(values, command, host.env), values);
  const directory = resolve(
    values.data ?? host.env['SEKISHO_DATA_DIR'] ?? join(host.home ?? homedir(), '.sekisho'),
  );
  const session = values.session ?? process.cwd();
  const proxy = await createProxy({ ...settings, directory, leaseMs: host.leaseMs });
  const names = settings.servers.map(({ server_id: id }) => id).join(', ');
  try {
    if (values.http === undefined) {
      host.complain(`sekisho proxy: ready for ${names}. Data: ${directory}`);
      await Promise.race([serveProxyOnStdio(proxy, session, host.transport), host.stopped]);
    } else {
      const known = host.env['SEKISHO_PROXY_TOKEN'];
      const token = known ?? randomBytes(32).toString('base64url');
      const authenticate = createTokenAuthenticator(new Map([['local', token]]));
      const served = await serveProxyOnHttp(proxy, { session, authenticate, port: Number(values.http) });
      host.complain(`sekisho proxy: ready for ${names} at ${served.url}. Data: ${directory}`);
      if (known === undefined) host.complain(`sekisho proxy: the token of this start is ${token}`);
      await host.stopped;
      await served.close();
    }
  } finally {
    await proxy.close();
  }
  return 0;
}

function settingsOf(
  { config, pack, name: given }: Readonly<Partial<Record<'config' | 'pack' | 'name', string | undefined>>>,
  [command = '', ...args]: readonly string[],
  environment: ProxyCommandHost['env'],
): ProxySettings {
  if (config !== undefined) return loadProxySettings(config);
  // The client configures the variables of the server, such as its credentials, for the command that starts the proxy.
  const env = Object.fromEntries(
    Object.entries(environment).filter(([key, value]) => value !== undefined && !key.startsWith('SEKISHO_')),
  );
  const name = basename(command);
  const first = args.find((each) => !each.startsWith('-')) ?? command;
  // "npx package" and "node file" are named after the package or file.
  const subject = given ?? (/^(?:npx|node|uvx|bunx)$/.test(name) ? basename(first) : name);
  const id = subject.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'server';
  const server = { command, args, env, ...(pack !== undefined && { pack }) };
  return readProxySettings({ servers: { [id]: server } }, 'The command line');
}

function withOptions(
  settings: ProxySettings,
  values: {
    readonly profile?: string | undefined;
    readonly console?: string | undefined;
    readonly wait?: string | undefined;
    readonly 'approve-in-client'?: boolean | undefined;
  },
): ProxySettings {
  return {
    ...settings,
    ...(values.profile !== undefined && { profile: values.profile }),
    ...(values.console !== undefined && { consoleUrl: values.console }),
    ...(values.wait !== undefined && { waitSeconds: Number(values.wait) }),
    ...(values['approve-in-client'] === true && { approveInClient: true }),
  };
}

function usage(host: ProxyCommandHost, problem: string): number {
  host.complain(`${problem}\n\n${PROXY_HELP}`);
  return 2;
}
