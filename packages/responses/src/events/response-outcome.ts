import type { JsonRecord } from '../json/is-record.ts';
import type { TokenUsage } from '../usage/token-usage.ts';

/** The life of a response as OpenAI names it. */
export const responseStatuses = [
  'queued',
  'in_progress',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
] as const;

/** Where a response stands. */
export type ResponseStatus = (typeof responseStatuses)[number];

/** What a message is for: remarks while working, or the answer itself. */
export type Phase = 'commentary' | 'final_answer';

/** A call of one of the caller's own tools; `arguments` is the model's text, not yet parsed. */
export type FunctionCall = { callId: string; name: string; arguments: string };

/** A web page that the answer leans on; the indexes count UTF-16 units of `answer`. */
export type Citation = { url: string; title: string; startIndex: number; endIndex: number };

/** A piece of code that the model ran, with what it printed and drew. */
export type CodeRun = { containerId: string; code: string; logs: string[]; images: string[]; status: string };

/** A file that was made in a container; it disappears with the container. */
export type ContainerFile = { containerId: string; fileId: string; filename: string };

/** Why a response failed, in the words of the other side. */
export type FailureReport = { code?: string; message: string; param?: string };

/** Everything a stream or a stored response has told so far. */
export type ResponseOutcome = {
  id: string | undefined;
  model: string | undefined;
  status: ResponseStatus;
  incompleteReason: string | undefined;
  answer: string;
  commentary: string[];
  refusal: string | undefined;
  reasoningSummary: string;
  functionCalls: FunctionCall[];
  citations: Citation[];
  sources: string[];
  webSearches: number;
  codeRuns: CodeRun[];
  files: ContainerFile[];
  usage: TokenUsage | undefined;
  createdAt: number | undefined;
  failure: FailureReport | undefined;
  /** The output items as they came, for replay. */
  items: JsonRecord[];
  lastSequence: number | undefined;
};
