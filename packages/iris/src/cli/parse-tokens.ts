import { isBearerToken } from '@sekisho/mcp-http';
import { ConfigurationError } from '../config/configuration-error.ts';

const MIN_TOKEN_LENGTH = 16;

/** Parses "name:token,name:token". A token without a name belongs to the local user. */
export function parseTokens(text: string): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [index, pair] of text.split(',').entries()) {
    const [, name = 'local', token = ''] = /^(?:([A-Za-z0-9_.@-]+):)?(.+)$/.exec(pair.trim()) ?? [];
    const isTaken = tokens.has(name) || [...tokens.values()].includes(token);
    // A token that is not valid in a header would lock its owner out without an error.
    if (token.length < MIN_TOKEN_LENGTH || isTaken || !isBearerToken(token)) {
      throw new ConfigurationError({
        en: `IRIS_HTTP_TOKENS: entry ${index + 1} is invalid. Write "name:token" pairs separated by commas, without repeated names or tokens. A token has at least ${MIN_TOKEN_LENGTH} characters from A-Z a-z 0-9 . _ ~ + / = -.`,
        ja: `IRIS_HTTP_TOKENS の ${index + 1} 番目の値は使えません。"名前:トークン" をコンマ区切りで指定してください。名前とトークンは重複できません。トークンは A-Z a-z 0-9 . _ ~ + / = - からなる ${MIN_TOKEN_LENGTH} 文字以上にしてください。`,
      });
    }
    tokens.set(name, token);
  }
  return tokens;
}
