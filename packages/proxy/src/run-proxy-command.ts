import { randomBytes } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Transport } from '@modelcontextprotocol/server';
import { createTokenAuthenticator } from '@sekisho/mcp-http';
import { acceptTools } from './accept-tools.ts';
import { createProxy } from './create-proxy.ts';
import { installHelp, languageOf, languageProblem, proxyHelp, type Language } from './help.ts';
import { runInstallCommand } from './install/run-install-command.ts';
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
  /** Returns what the user wrote before a call, from a hook of the client that uses the store in the same folder. */
  readonly wordsOf?: ((directory: string, callId: string) => Promise<readonly string[]>) | undefined;
}

/** Runs the proxy until the client or the process ends. Returns the exit code. */
export async function runProxyCommand(args: readonly string[], host: ProxyCommandHost): Promise<number> {
  const [action, ...rest] = args;
  if (action === 'install' || action === 'remove') {
    if (!asksForHelp(rest)) return runInstallCommand(action, rest, host);
    host.print(installHelp(languageOf(host.env, rest)));
    return 0;
  }
  const split = args.indexOf('--');
  const own = split < 0 ? args : args.slice(0, split);
  const command = split < 0 ? [] : args.slice(split + 1);
  const language = languageOf(host.env, own);
  const usage = (problem: Readonly<Record<Language, string>>): number => {
    host.complain(`${problem[language]}\n\n${proxyHelp(language)}`);
    return 2;
  };
  if (asksForHelp(own)) {
    host.print(proxyHelp(language));
    return 0;
  }
  const parsed = parseOptions(own);
  if ('problem' in parsed)
    return usage({ en: parsed.problem, ja: `オプションに誤りがあります: ${parsed.problem}` });
  const problem = findProblem(parsed, command);
  if (problem) return usage(problem);
  const { values } = parsed;
  const settings = withOptions(settingsOf(values, command, host.env), values);
  const directory = resolve(
    values.data ?? host.env['SEKISHO_DATA_DIR'] ?? join(host.home ?? homedir(), '.sekisho'),
  );
  if (values.accept === true) {
    const isConfirmed = values.yes === true;
    const { print } = host;
    return acceptTools(settings, { directory, isConfirmed, by: userInfo().username, language, print });
  }
  await serve({ ...settings, directory }, values, { ...host, language });
  return 0;
}

const asksForHelp = (args: readonly string[]) => args.includes('--help') || args.includes('-h');

type Options = Exclude<ReturnType<typeof parseOptions>, { problem: string }>;

/** Returns what is wrong with the combination of options and the command of a server. */
function findProblem(
  { values, positionals: [stray] }: Options,
  command: readonly string[],
): Readonly<Record<Language, string>> | undefined {
  const language = languageProblem(values.lang);
  if (language) return language;
  if (stray !== undefined)
    return {
      en: `Write "--" before the command of the server: sekisho proxy -- ${stray}`,
      ja: `サーバーのコマンドの前に "--" を書いてください: sekisho proxy -- ${stray}`,
    };
  if ((values.config === undefined) === (command.length === 0))
    return {
      en: 'Pass either the command of a server after "--", or --config with a file.',
      ja: '"--" の後にサーバーのコマンドを書くか、--config でファイルを指定してください。',
    };
  if (values.config !== undefined && values.pack !== undefined)
    return {
      en: 'With --config, name the pack of each server in the file: "pack".',
      ja: '--config を使う場合、パックはファイルの各サーバーに "pack" として書いてください。',
    };
  for (const name of ['wait', 'http'] as const) {
    const value = values[name];
    if (value !== undefined && !/^\d{1,5}$/.test(value))
      return {
        en: `--${name} must be a whole number, not "${value}".`,
        ja: `--${name} は整数で指定してください: "${value}"`,
      };
  }
  return undefined;
}

/** Serves the proxy until the client or the process ends. */
async function serve(
  settings: ProxySettings & { readonly directory: string },
  { session = process.cwd(), http }: Options['values'],
  {
    env,
    leaseMs,
    wordsOf,
    transport,
    complain,
    stopped,
    language,
  }: ProxyCommandHost & { readonly language: Language },
): Promise<void> {
  const { directory } = settings;
  const joined = wordsOf && { wordsOf: (callId: string) => wordsOf(directory, callId) };
  const proxy = await createProxy({ ...settings, leaseMs, ...joined });
  const names = settings.servers.map(({ server_id: id }) => id).join(', ');
  try {
    if (http === undefined) {
      complain(READY[language](names, directory));
      await serveProxyOnStdio(proxy, session, { transport, stopped });
    } else {
      const known = env['SEKISHO_PROXY_TOKEN'];
      const token = known ?? randomBytes(32).toString('base64url');
      const authenticate = createTokenAuthenticator(new Map([['local', token]]));
      const served = await serveProxyOnHttp(proxy, { session, authenticate, port: Number(http) });
      complain(READY[language](`${names} (${served.url})`, directory));
      if (known === undefined) complain(TOKEN[language](token));
      await stopped;
      await served.close();
    }
  } finally {
    await proxy.close();
  }
}

/** Returns the options, or what is wrong with them. */
function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
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
        accept: { type: 'boolean' },
        yes: { type: 'boolean' },
        lang: { type: 'string' },
      },
    });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
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

const READY = {
  en: (servers: string, directory: string) => `sekisho proxy: ready for ${servers}. Data: ${directory}`,
  ja: (servers: string, directory: string) =>
    `sekisho proxy: ${servers} の準備ができました。データ: ${directory}`,
} as const;
const TOKEN = {
  en: (token: string) =>
    `sekisho proxy: clients must send the token ${token}. It is valid until the proxy ends; set SEKISHO_PROXY_TOKEN to choose one.`,
  ja: (token: string) =>
    `sekisho proxy: クライアントはトークン ${token} を送る必要があります。プロキシの終了まで有効です。決まったトークンを使うには SEKISHO_PROXY_TOKEN を設定してください。`,
} as const;
