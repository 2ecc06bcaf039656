import type { ResponseOutputItem } from 'openai/resources/responses/responses';
import { countTokens } from './count-tokens.ts';

/** Truncates messages that exceed the token limit. The last message that fits in part becomes incomplete. */
export function limitOutput(
  items: readonly ResponseOutputItem[],
  maxTokens: number | undefined,
): { output: ResponseOutputItem[]; isTruncated: boolean } {
  if (maxTokens === undefined) return { output: [...items], isTruncated: false };
  let left = maxTokens;
  const output: ResponseOutputItem[] = [];
  for (const item of items) {
    if (item.type !== 'message') {
      output.push(item);
      continue;
    }
    const text = item.content.map((part) => (part.type === 'output_text' ? part.text : '')).join('');
    if (countTokens(text) > left) {
      const truncated = truncateText(text, left);
      output.push({
        ...item,
        status: 'incomplete',
        content: [{ type: 'output_text', text: truncated, annotations: [], logprobs: [] }],
      });
      return { output, isTruncated: true };
    }
    left -= countTokens(text);
    output.push(item);
  }
  return { output, isTruncated: false };
}

function truncateText(text: string, tokens: number): string {
  let end = 0;
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character, 'utf8');
    if (bytes > tokens * 4) break;
    end += character.length;
  }
  return text.slice(0, end);
}
