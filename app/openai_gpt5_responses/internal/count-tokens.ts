import type { CountTokensRequest } from '@sekisho/dify-plugin';

const TOKENS_PER_MESSAGE = 4;
const LETTERS_PER_TOKEN = 4;

/** Returns an upper estimate: one token for about four Latin letters, and one token for each other character. */
export function countTokens({ prompt_messages: messages, tools }: CountTokensRequest): number {
  const messageTokens = messages.map(({ content, tool_calls: calls }) => {
    const text = typeof content === 'string' ? content : content.map(({ data }) => data ?? '').join('');
    return TOKENS_PER_MESSAGE + count(text) + (calls.length > 0 ? count(JSON.stringify(calls)) : 0);
  });
  const toolTokens = tools.map((tool) => TOKENS_PER_MESSAGE + count(JSON.stringify(tool)));
  return [...messageTokens, ...toolTokens].reduce((sum, tokens) => sum + tokens, 0);
}

function count(text: string): number {
  let latin = 0;
  let other = 0;
  for (const character of text) {
    if (character.charCodeAt(0) < 0x250) latin += 1;
    else other += 1;
  }
  return Math.ceil(latin / LETTERS_PER_TOKEN) + other;
}
