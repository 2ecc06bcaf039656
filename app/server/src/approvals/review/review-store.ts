import { z } from 'zod';

const number = z.coerce.number();

/** A decision that does not have effect yet, or the result of one that had. Times are in milliseconds. */
export const storedDecisionSchema = z.object({
  approval_id: z.string(),
  /** Decisions that were made together. */
  batch: z.string(),
  user_id: z.string(),
  made_at: number,
  effective_at: number,
  /** The sealed decision. */
  body: z.string(),
  state: z.enum(['waiting', 'sending', 'done', 'failed']),
  /** The result as JSON; null before there is one. */
  result: z.string().nullable(),
});
export type StoredDecision = z.infer<typeof storedDecisionSchema>;

/** Who is responsible for a request. */
export const assignmentSchema = z.object({
  approval_id: z.string(),
  assignee: z.string(),
  assigned_by: z.string(),
  assigned_at: z.string(),
});
type Assignment = z.infer<typeof assignmentSchema>;

/** A remark of a reviewer for other reviewers. The agent does not receive it. */
export const storedCommentSchema = z.object({
  number,
  user_id: z.string(),
  body: z.string(),
  created_at: z.string(),
});
type Comment = z.infer<typeof storedCommentSchema>;

/** A saved filter of the inbox. */
export const savedViewSchema = z.object({ name: z.string(), query: z.string() });
type SavedView = z.infer<typeof savedViewSchema>;

/** Stores what people do with pending requests. Each method is atomic. */
export interface ReviewStore {
  /** Adds decisions. Returns the requests for which no other decision was waiting. */
  addDecisions(decisions: readonly Omit<StoredDecision, 'state' | 'result'>[]): Promise<ReadonlySet<string>>;
  /** Removes the decisions of a batch that a person made and that are not in effect. Returns their requests. */
  removeDecisions(batch: string, userId: string, now: number): Promise<readonly string[]>;
  /** Lets the waiting decisions of a batch take effect now. */
  hastenDecisions(batch: string, userId: string, now: number): Promise<void>;
  /**
   * Returns decisions that are due and reserves them until the lease ends. Of several servers, one gets a decision; when
   * that server dies, another one gets it after the lease.
   */
  claimDecisions(now: number, leaseUntil: number, limit: number): Promise<readonly StoredDecision[]>;
  finishDecision(approvalId: string, state: 'done' | 'failed', result: string): Promise<void>;
  listBatch(batch: string, userId: string): Promise<readonly StoredDecision[]>;
  /** Returns the decisions on these requests that are not in effect. */
  listWaiting(approvalIds: readonly string[]): Promise<readonly StoredDecision[]>;
  /** Removes results that are older than a time. */
  removeResults(before: number): Promise<void>;

  /** Sets or, with null, removes the responsible person. */
  assign(assignment: Omit<Assignment, 'assignee'> & { readonly assignee: string | null }): Promise<void>;
  listAssignments(approvalIds: readonly string[]): Promise<readonly Assignment[]>;
  /** Returns the requests of one person. */
  listAssigned(assignee: string): Promise<ReadonlySet<string>>;

  addComment(approvalId: string, comment: Omit<Comment, 'number'>): Promise<number>;
  /** Returns the comments on a request, oldest first. */
  listComments(approvalId: string): Promise<readonly Comment[]>;
  countComments(approvalIds: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Records that a person is reading a request. */
  addReader(approvalId: string, userId: string, now: number): Promise<void>;
  removeReader(approvalId: string, userId: string): Promise<void>;
  /** Returns the people who have been reading a request since a time. */
  listReaders(approvalId: string, since: number): Promise<readonly string[]>;

  /** Stores the set of requests that was displayed to a person as a group. Sets from before a time are removed. */
  addDisplay(display: {
    readonly digest: string;
    readonly userId: string;
    readonly body: string;
    readonly now: number;
    readonly before: number;
  }): Promise<void>;
  findDisplay(digest: string, userId: string): Promise<string | undefined>;

  saveView(userId: string, view: SavedView): Promise<void>;
  removeView(userId: string, name: string): Promise<boolean>;
  listViews(userId: string): Promise<readonly SavedView[]>;
}
