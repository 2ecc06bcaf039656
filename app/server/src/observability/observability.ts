/** Counts events. Names and labels are constants, never user text. */
export type Metrics = {
  count: (name: string, labels?: Readonly<Record<string, string>>, by?: number) => void;
  observe: (name: string, seconds: number) => void;
};

/** The audit data of a turn: names, counts and codes, never a text. */
type AuditEvent = {
  event:
    | 'chat.answered'
    | 'chat.fallback'
    | 'chat.failed'
    | 'feedback.given'
    | 'session.changed'
    | 'session.deleted'
    | 'template.refused'
    | 'template.changed'
    | 'template.deleted'
    | 'case.changed'
    | 'case.deleted';
  /** The user who changed or deleted something. */
  userId?: string;
  templateId?: string;
  caseId?: string;
  stepId?: string;
  messageId?: string;
  rating?: string;
  sessionId?: string;
  schemaId?: string | undefined;
  errorClass?: string | undefined;
  errorType?: string | undefined;
  retryCount?: number;
  isRepaired?: boolean;
  warnings?: readonly string[];
  durationMs?: number;
  tokens?: number;
  conversationHash?: string | undefined;
};

/** The destination of audit events. */
export type AuditLog = { record: (event: AuditEvent) => void };

/** Returns whether a user may send a message now, and if not, when. */
export type RateLimiter = { take: (userId: string) => { isAllowed: boolean; retryAfterMs: number } };
