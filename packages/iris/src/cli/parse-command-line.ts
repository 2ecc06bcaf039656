import { parseArgs } from 'node:util';
import { ConfigurationError } from '../config/configuration-error.ts';

/** The command that the command line requests. */
export type Command =
  | { type: 'help' }
  | { type: 'version' }
  | { type: 'stdio'; demo: boolean; stateDir: string | undefined }
  | {
      type: 'http';
      demo: boolean;
      stateDir: string | undefined;
      port: number;
      hosts: string[];
      needsToken: boolean;
      oauth: { issuer: string; introspection: string; resource: string } | undefined;
    };

/** Parses the command line. Throws a ConfigurationError for unknown or invalid options. */
export function parseCommandLine(argv: readonly string[]): Command {
  const { values } = parse(argv);
  if (values.help) return { type: 'help' };
  if (values.version) return { type: 'version' };
  if (values['state-dir']?.trim() === '') {
    throw new ConfigurationError({
      en: '--state-dir has no value. Add the path of a folder.',
      ja: '--state-dir にはフォルダー名が必要です。',
    });
  }
  const shared = { demo: values.demo, stateDir: values['state-dir'] };
  if (!values.http) {
    refuseHttpOptions(values);
    return { type: 'stdio', ...shared };
  }
  const hosts = values['allow-host'] ?? [];
  // A name with a scheme, port or path would match no request, without any visible reason.
  const wrong = hosts.find((name) => URL.parse(`http://${name}`)?.hostname !== name.toLowerCase());
  if (wrong !== undefined) {
    throw new ConfigurationError({
      en: `--allow-host is "${wrong}". Use a host name without scheme, port and path, for example iris.example.`,
      ja: `--allow-host の値 "${wrong}" は使えません。スキーム、ポート、パスを含まないホスト名を指定してください。例: iris.example`,
    });
  }
  const oauth = readOAuth(values);
  if (oauth && values['no-token'] === true) {
    throw new ConfigurationError({
      en: '--no-token and --oauth-issuer cannot be combined. Remove one of them.',
      ja: '--no-token と --oauth-issuer は同時に指定できません。どちらかを外してください。',
    });
  }
  const needsToken = values['no-token'] !== true;
  return { type: 'http', ...shared, port: readPort(values.port ?? '8787'), hosts, needsToken, oauth };
}

const HTTP_OPTIONS = [
  'port',
  'allow-host',
  'no-token',
  'oauth-issuer',
  'oauth-introspection',
  'oauth-resource',
] as const;

/** Throws for HTTP options without --http, because an option without effect is a mistake of the user. */
function refuseHttpOptions(values: ReturnType<typeof parse>['values']): void {
  const given = HTTP_OPTIONS.filter((name) => values[name] !== undefined).map((name) => `--${name}`);
  if (given.length === 0) return;
  throw new ConfigurationError({
    en: `${given.join(', ')} has no effect without --http. Add --http or remove the option.`,
    ja: `${given.join('、')} は --http なしでは効果がありません。--http を付けるか、外してください。`,
  });
}

function readPort(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigurationError({
    en: `--port is "${text}". It must be a whole number from 0 to 65535.`,
    ja: `--port の値 "${text}" は使えません。0 から 65535 までの整数を指定してください。`,
  });
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
        demo: { type: 'boolean', default: false },
        'state-dir': { type: 'string' },
        http: { type: 'boolean', default: false },
        port: { type: 'string' },
        'allow-host': { type: 'string', multiple: true },
        'no-token': { type: 'boolean' },
        'oauth-issuer': { type: 'string' },
        'oauth-introspection': { type: 'string' },
        'oauth-resource': { type: 'string' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError({
      en: `${reason} See --help.`,
      ja: '使えないオプションです。--help で一覧を確認してください。',
    });
  }
}

function readOAuth(values: ReturnType<typeof parse>['values']) {
  const { 'oauth-issuer': issuer, 'oauth-introspection': introspection, 'oauth-resource': resource } = values;
  const given = [issuer, introspection, resource].filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  if (issuer === undefined || introspection === undefined || resource === undefined) {
    throw new ConfigurationError({
      en: '--oauth-issuer, --oauth-introspection and --oauth-resource must be used together. Set all three or none.',
      ja: '--oauth-issuer、--oauth-introspection、--oauth-resource は 3 つとも指定するか、すべて省いてください。',
    });
  }
  for (const url of [issuer, introspection, resource]) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new ConfigurationError({
        en: `"${url}" is not a URL that begins with https:// or http://.`,
        ja: `"${url}" は https:// または http:// で始まる URL ではありません。`,
      });
    }
  }
  return { issuer, introspection, resource };
}
