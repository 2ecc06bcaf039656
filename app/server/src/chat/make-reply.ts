import type { AnswerWarning } from './conversation/ai-conversation-error-code.ts';
import type { ProcessMessageOutput } from './conversation/ai-conversation-service.ts';
import type { ConversationMessage } from './conversation/conversation.ts';
import { LLMOutputParser } from './draft/llm-output-parser.ts';
import { TemplateDraftMapper } from './draft/template-draft-mapper.ts';
import type { TemplateDraftParseResult } from './draft/template-draft.ts';
import type { MessageReply } from './message-reply.ts';

/** Creates the reply to a message from the model response. */
export function makeReply(
  { sessionId, message }: { sessionId: string; message: string },
  output: Exclude<ProcessMessageOutput, { kind: 'error' }>,
  tools: { parsed: TemplateDraftParseResult | undefined; clock: () => number; makeId: () => string },
): MessageReply {
  const { content } = output;
  const createMessage = (role: ConversationMessage['role'], text: string, warnings: AnswerWarning[]) => ({
    id: tools.makeId(),
    sessionId,
    role,
    content: text,
    warnings,
    feedback: null,
    createdAt: new Date(tools.clock()).toISOString(),
  });
  const warnings = findWarnings(output, tools.parsed);
  const question = createMessage('user', message, []);
  const answer = createMessage('assistant', content, warnings);
  const usage = output.kind === 'answer' ? output.usage : undefined;
  return {
    aiResponse: {
      messageId: answer.id,
      content,
      text: new LLMOutputParser().removeTemplateFence(content),
      isFallback: output.kind === 'fallback',
      ...(output.kind === 'answer' && output.isRepaired ? { isRepaired: true } : {}),
      warnings,
      template: describeTemplate(tools.parsed),
    },
    conversation: [question, answer],
    usage: { tokens: usage?.totalTokens ?? 0, costUsd: usage?.costUsd ?? 0 },
  };
}

/** Returns the warnings: the reason for the fallback text, or the problems of a response. */
export function findWarnings(
  output: Exclude<ProcessMessageOutput, { kind: 'error' }>,
  parsed: TemplateDraftParseResult | undefined,
): AnswerWarning[] {
  if (output.kind === 'fallback') return [output.failure.code];
  return [
    ...(output.isJapanese ? [] : ['NotJapanese' as const]),
    ...(parsed?.ok === false ? ['InvalidStructuredJson' as const] : []),
  ];
}

function describeTemplate(
  parsed: TemplateDraftParseResult | undefined,
): MessageReply['aiResponse']['template'] {
  if (parsed === undefined) return { status: 'none' };
  if (parsed.ok) {
    const createDto = new TemplateDraftMapper().toCreateDto(parsed.data);
    return { status: 'ok', data: parsed.data, createDto };
  }
  const { errorClass, errorDetail, errors } = parsed;
  return { status: 'invalid', errorClass, errorDetail, errors };
}
