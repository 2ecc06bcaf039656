import type { AnswerWarning } from './ai-conversation-error-code.ts';

/** What is known about the process before the interview begins. */
export type SessionContextDto = {
  industry?: string | undefined;
  processType?: string | undefined;
  goal?: string | undefined;
  region?: string | undefined;
  compliance?: string | undefined;
  additionalContext?: string | undefined;
};

/** One interview, which belongs to one user; the version grows with every change of title or context. */
export type InterviewSession = {
  id: string;
  userId: string;
  /** The name that the user gave it; without one it is known by its first words. */
  title: string | undefined;
  context: SessionContextDto;
  version: number;
  createdAt: number;
};

/** The ratings that an answer can get. */
export const feedbackRatings = ['good', 'bad'] as const;

/** What the user thinks of an answer. */
export type MessageFeedback = {
  rating: (typeof feedbackRatings)[number];
  comment: string | undefined;
  createdAt: number;
};

/** Something that was said in a session; a fallback is the fixed text that stands in for an answer. */
export type ConversationMessage = {
  id: string;
  sessionId: string;
  role: 'user' | 'assistant';
  content: string;
  isFallback: boolean;
  /** Why an answer is less than it should be; empty for a question. */
  warnings: readonly AnswerWarning[];
  feedback: MessageFeedback | undefined;
  createdAt: number;
};

/** A message in the form that models take. */
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };
