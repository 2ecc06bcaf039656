/** What can go wrong with an answer: the first three mean that there is none, the last one that its JSON is not usable. */
const aiConversationErrorCodes = [
  'OpenAIUnavailable',
  'RateLimited',
  'Timeout',
  'InvalidStructuredJson',
] as const;

/** One of the codes. */
export type AIConversationErrorCode = (typeof aiConversationErrorCodes)[number];

/** Why an answer is less than it should be; it is given all the same. */
export const answerWarnings = [...aiConversationErrorCodes, 'NotJapanese'] as const;

/** One of the warnings. */
export type AnswerWarning = (typeof answerWarnings)[number];
