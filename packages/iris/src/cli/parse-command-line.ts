import { parseArgs } from 'node:util';
import { ConfigurationError } from '../config/configuration-error.ts';

/** What the command line asks for. */
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

/** Reads the command line; throws a ConfigurationError for what it does not know. */
export function parseCommandLine(words: readonly string[]): Command {
  const { values } = parse(words);
  if (values.help) return { type: 'help' };
  if (values.version) return { type: 'version' };
  if (values['state-dir'] === '') throw new ConfigurationError('--state-dir needs the name of a folder.');
  const shared = { demo: values.demo, stateDir: values['state-dir'] };
  if (!values.http) return { type: 'stdio', ...shared };
  const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new ConfigurationError('--port must be a whole number from 0 to 65535.');
  }
  // A name with more around it would match no request, and nobody would know why.
  const wrong = values['allow-host'].find(
    (name) => URL.parse(`http://${name}`)?.hostname !== name.toLowerCase(),
  );
  if (wrong !== undefined) {
    throw new ConfigurationError(`--allow-host takes a name without scheme, port and path, not "${wrong}".`);
  }
  const oauth = readOAuth(values);
  return {
    type: 'http',
    ...shared,
    port,
    hosts: values['allow-host'],
    needsToken: !values['no-token'],
    oauth,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
        demo: { type: 'boolean', default: false },
        'state-dir': { type: 'string' },
        http: { type: 'boolean', default: false },
        port: { type: 'string', default: '8787' },
        'allow-host': { type: 'string', multiple: true, default: [] },
        'no-token': { type: 'boolean', default: false },
        'oauth-issuer': { type: 'string' },
        'oauth-introspection': { type: 'string' },
        'oauth-resource': { type: 'string' },
      },
    });
  } catch (error) {
    throw new ConfigurationError(`${error instanceof Error ? error.message : String(error)} See --help.`);
  }
}

function readOAuth(values: ReturnType<typeof parse>['values']) {
  const { 'oauth-issuer': issuer, 'oauth-introspection': introspection, 'oauth-resource': resource } = values;
  const given = [issuer, introspection, resource].filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  if (issuer === undefined || introspection === undefined || resource === undefined) {
    throw new ConfigurationError(
      '--oauth-issuer, --oauth-introspection and --oauth-resource belong together.',
    );
  }
  for (const url of [issuer, introspection, resource]) {
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new ConfigurationError(`"${url}" is not a URL that begins with https:// or http://.`);
    }
  }
  return { issuer, introspection, resource };
}
