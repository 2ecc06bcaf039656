import type { AnswerWarning } from './ai-conversation-error-code.ts';

/** The facts about the process before the interview begins. */
export type SessionContextDto = {
  industry?: string | undefined;
  processType?: string | undefined;
  goal?: string | undefined;
  region?: string | undefined;
  compliance?: string | undefined;
  additionalContext?: string | undefined;
};

/** One interview of one user. The version increases with every change of title or context. */
export type InterviewSession = {
  id: string;
  userId: string;
  /** The name that the user gave it. Without one, the first message identifies it. */
  title: string | undefined;
  context: SessionContextDto;
  version: number;
  createdAt: number;
};

/** The possible ratings of a response. */
export const feedbackRatings = ['good', 'bad'] as const;

/** The rating of a response by the user. */
export type MessageFeedback = {
  rating: (typeof feedbackRatings)[number];
  comment: string | undefined;
  createdAt: number;
};

/** A message in a session. A fallback is the fixed text in place of a response. */
export type ConversationMessage = {
  id: string;
  sessionId: string;
  role: 'user' | 'assistant';
  content: string;
  isFallback: boolean;
  /** The problems of a response. Empty for a user message. */
  warnings: readonly AnswerWarning[];
  feedback: MessageFeedback | undefined;
  createdAt: number;
};

/** A message in the format of the models. */
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };
