import { randomBytes } from 'node:crypto';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { Environment } from '../config/env.ts';
import {
  type Authenticate,
  acceptEverybody,
  createOAuthAuthenticator,
  createTokenAuthenticator,
} from '@sekisho/mcp-http';
import { serveHttp } from '../http/serve-http.ts';
import { parseTokens } from './parse-tokens.ts';
import type { Surface } from '../mcp/surface.ts';
import type { TaskStore } from '../mcp/task-store.ts';
import type { Command } from './parse-command-line.ts';
import type { Streams } from './run-command.ts';

type HttpCommand = Extract<Command, { type: 'http' }>;

/** Serves HTTP with the options of the command line and prints the URL. */
export async function runHttp(
  surface: Surface,
  context: { command: HttpCommand; environment: Environment; streams: Streams; tasks: TaskStore },
): Promise<void> {
  const { command, streams, tasks } = context;
  const authenticate = chooseAuthenticator(context);
  const server = await serveHttp(surface, {
    port: command.port,
    allowedHosts: command.hosts,
    authenticate,
    tasks,
    ...(command.oauth ? { oauth: command.oauth } : {}),
  }).catch((error: unknown) => {
    throw explain(error, command.port);
  });
  streams.error(`sekisho-iris is listening on ${server.url}\n`);
}

function explain(error: unknown, port: number): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'EADDRINUSE') {
    return new ConfigurationError({
      en: `Port ${port} is in use. Choose another one with --port.`,
      ja: `ポート ${port} は使用中です。--port で別のポートを指定してください。`,
    });
  }
  if (code === 'EACCES') {
    return new ConfigurationError({
      en: `This user has no permission to use port ${port}. Choose a port above 1023 with --port.`,
      ja: `ポート ${port} を使う権限がありません。--port で 1024 以上のポートを指定してください。`,
    });
  }
  return error;
}

function chooseAuthenticator({
  command,
  environment,
  streams,
}: {
  command: HttpCommand;
  environment: Environment;
  streams: Streams;
}): Authenticate {
  // A user who sets tokens expects them to be checked, so ignored tokens are an error.
  if (environment.IRIS_HTTP_TOKENS !== undefined && (command.oauth || !command.needsToken)) {
    throw new ConfigurationError({
      en: 'IRIS_HTTP_TOKENS is set, but --no-token or --oauth-issuer disables it. Remove one of the two settings.',
      ja: 'IRIS_HTTP_TOKENS が設定されていますが、--no-token または --oauth-issuer により無効になります。どちらかの設定を外してください。',
    });
  }
  if (command.oauth) {
    needHandles(environment);
    const { IRIS_OAUTH_CLIENT_ID: clientId, IRIS_OAUTH_CLIENT_SECRET: clientSecret } = environment;
    return createOAuthAuthenticator({ ...command.oauth, clientId, clientSecret, fetch, now: Date.now });
  }
  if (!command.needsToken) return acceptEverybody;
  if (environment.IRIS_HTTP_TOKENS !== undefined) {
    const tokens = parseTokens(environment.IRIS_HTTP_TOKENS);
    if (tokens.size > 1) needHandles(environment);
    return createTokenAuthenticator(tokens);
  }
  const token = randomBytes(24).toString('base64url');
  streams.error(`Bearer token, valid until the server stops: ${token}\n`);
  return createTokenAuthenticator(new Map([['local', token]]));
}

function needHandles({ IRIS_HANDLE_SECRET }: Environment): void {
  if (IRIS_HANDLE_SECRET !== undefined) return;
  throw new ConfigurationError({
    en: 'Several users share this server. Set IRIS_HANDLE_SECRET to at least 16 characters, so that a user cannot continue the conversation of another user.',
    ja: '複数の利用者がこのサーバーを共有します。他人の会話を継続できないように、IRIS_HANDLE_SECRET に 16 文字以上の値を設定してください。',
  });
}
