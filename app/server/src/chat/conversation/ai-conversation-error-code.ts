/**
 * The error codes of a response. The first three mean that there is no response, the last one that its JSON is
 * invalid.
 */
const aiConversationErrorCodes = [
  'OpenAIUnavailable',
  'RateLimited',
  'Timeout',
  'InvalidStructuredJson',
] as const;

/** One of the error codes. */
export type AIConversationErrorCode = (typeof aiConversationErrorCodes)[number];

/** The problems of a response that is returned nevertheless. */
export const answerWarnings = [...aiConversationErrorCodes, 'NotJapanese'] as const;

/** One of the warnings. */
export type AnswerWarning = (typeof answerWarnings)[number];
