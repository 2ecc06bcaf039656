import { createHash, timingSafeEqual } from 'node:crypto';
import { ConfigurationError } from '../config/configuration-error.ts';
import { type Authenticate, isBearerToken, readBearer } from './authenticate.ts';

const MIN_TOKEN_LENGTH = 16;

/** Reads "name:token,name:token"; a token alone belongs to the one local user. */
export function parseTokens(text: string): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [index, pair] of text.split(',').entries()) {
    const [, name = 'local', token = ''] = /^(?:([A-Za-z0-9_.@-]+):)?(.+)$/.exec(pair.trim()) ?? [];
    const isTaken = tokens.has(name) || [...tokens.values()].includes(token);
    // A token that no header can carry would lock its owner out without a word.
    if (token.length < MIN_TOKEN_LENGTH || isTaken || !isBearerToken(token)) {
      throw new ConfigurationError({
        en: `IRIS_HTTP_TOKENS: entry ${index + 1} is not allowed. Write "name:token" pairs with commas between them, each name and each token once, tokens of at least ${MIN_TOKEN_LENGTH} characters out of A-Z a-z 0-9 . _ ~ + / = -.`,
        ja: `IRIS_HTTP_TOKENS の ${index + 1} 番目の値は使えません。"名前:トークン" をコンマ区切りで指定してください。名前とトークンは重複できません。トークンは A-Z a-z 0-9 . _ ~ + / = - からなる ${MIN_TOKEN_LENGTH} 文字以上にしてください。`,
      });
    }
    tokens.set(name, token);
  }
  return tokens;
}

/** Accepts fixed tokens; every comparison takes the same time. */
export function createTokenAuthenticator(tokens: ReadonlyMap<string, string>): Authenticate {
  const digests = [...tokens].map(([name, token]) => ({ name, digest: digest(token) }));
  return async (authorization) => {
    const token = readBearer(authorization);
    if (token === undefined) return undefined;
    const presented = digest(token);
    const found = digests.filter((known) => timingSafeEqual(known.digest, presented))[0];
    return found && { auth: { token, clientId: found.name, scopes: [] } };
  };
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
