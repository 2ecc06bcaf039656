export { LLMOutputParser } from './application/llm-output-parser.ts';
export type { AiChatProcessTemplateJson, TemplateDraftParseResult } from './application/template-draft.ts';
export type { AIConversationResponder } from './domain/ai-conversation-responder.ts';
export { readSettings } from './config/env.ts';
export type { Settings } from './config/env.ts';
export { createService } from './create-service.ts';
export type { ServiceOptions } from './create-service.ts';
