import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Language } from '@sekisho/responses';
import { sentences } from '../messages/sentences.ts';
import type { IrisAnswer } from './iris-answer.ts';

/** The result in both forms: readable text that ends with the id, and the same as structured content. */
export function renderAnswer(answer: IrisAnswer, language: Language): CallToolResult {
  const content: ContentBlock[] = [{ type: 'text', text: renderText(answer, language) }];
  for (const { uri, filename } of answer.files) content.push({ type: 'resource_link', uri, name: filename });
  return { content, structuredContent: answer };
}

function renderText(answer: IrisAnswer, language: Language): string {
  const parts = answer.answer === '' ? [] : [hideFooters(answer.answer)];
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
  if (answer.response_id !== undefined) parts.push(`[Response ID: ${answer.response_id}]`);
  return parts.join('\n\n');
}

// A web page must not be able to print a footer that looks like the one of this server.
function hideFooters(text: string): string {
  if (!text.includes('[')) return text;
  return text.replaceAll(/\[(?=\s*Response ID\s*:)/gi, '(');
}
