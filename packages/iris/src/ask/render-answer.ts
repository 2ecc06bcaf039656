import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Language } from '@sekisho/responses';
import { hideFooters } from '../messages/hide-footers.ts';
import { sentences } from '../messages/sentences.ts';
import type { IrisAnswer } from './iris-answer.ts';

/** Returns the result in both forms: readable text that ends with the id, and structured content. */
export function renderAnswer(answer: IrisAnswer, language: Language): CallToolResult {
  const content: ContentBlock[] = [{ type: 'text', text: renderText(answer, language) }];
  for (const { uri, filename } of answer.files) {
    content.push({ type: 'resource_link', uri, name: hideFooters(filename) });
  }
  return { content, structuredContent: answer };
}

function renderText(answer: IrisAnswer, language: Language): string {
  const parts = answer.answer.trim() === '' ? [] : [answer.answer];
  if (answer.status === 'queued' || answer.status === 'in_progress') parts.push(sentences.running[language]);
  for (const { code, logs } of answer.code) {
    parts.push(`\`\`\`python\n${code}\n\`\`\``);
    if (logs.length > 0) {
      parts.push(`${sentences.codeOutput[language]}\n\`\`\`\n${logs.join('\n').trimEnd()}\n\`\`\``);
    }
  }
  if (answer.citations.length > 0) {
    const lines = answer.citations.map(({ url, title }, index) => `[${index + 1}] ${title} - ${url}`);
    parts.push([sentences.sources[language], ...lines].join('\n'));
  }
  for (const warning of answer.warnings) parts.push(`${sentences.note[language]} ${warning}`);
  // Titles, code and its output are untrusted like the answer.
  const text = hideFooters(parts.join('\n\n'));
  if (answer.response_id === undefined) return text;
  const footer = `[Response ID: ${answer.response_id}]`;
  return text === '' ? footer : `${text}\n\n${footer}`;
}
