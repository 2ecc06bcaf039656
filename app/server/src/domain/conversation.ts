/** What is known about the process before the interview begins. */
export type SessionContextDto = {
  industry?: string | undefined;
  processType?: string | undefined;
  goal?: string | undefined;
  region?: string | undefined;
  compliance?: string | undefined;
  additionalContext?: string | undefined;
};

/** One interview, which belongs to one user. */
export type InterviewSession = {
  id: string;
  userId: string;
  context: SessionContextDto;
  createdAt: number;
};

/** Something that was said in a session; a fallback is the fixed text that stands in for an answer. */
export type ConversationMessage = {
  id: string;
  sessionId: string;
  role: 'user' | 'assistant';
  content: string;
  isFallback: boolean;
  createdAt: number;
};

/** A message in the form that models take. */
export type ChatMessage = { role: 'system' | 'user' | 'assistant'; content: string };
