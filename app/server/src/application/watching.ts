/** Counts what happens; names and labels are fixed words, never texts of users. */
export type Metrics = {
  count: (name: string, labels?: Readonly<Record<string, string>>, by?: number) => void;
  observe: (name: string, seconds: number) => void;
};

/** What is kept about a turn: names, counts and codes, never a text. */
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
  /** Who changed or deleted something. */
  userId?: string;
  templateId?: string;
  caseId?: string;
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

/** Where audit events go. */
export type AuditLog = { record: (event: AuditEvent) => void };

/** Says whether a user may ask now, and if not, when. */
export type RateLimiter = { take: (userId: string) => { isAllowed: boolean; retryAfterMs: number } };
