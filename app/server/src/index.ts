export { LLMOutputParser } from './chat/draft/llm-output-parser.ts';
export type { AiChatProcessTemplateJson, TemplateDraftParseResult } from './chat/draft/template-draft.ts';
export type { AIConversationResponder } from './chat/conversation/ai-conversation-responder.ts';
export { readSettings } from './config/env.ts';
export type { Settings } from './config/env.ts';
export { createService } from './composition/create-service.ts';
export type { ServiceOptions } from './composition/create-service.ts';
export { runServer } from './run-server.ts';
