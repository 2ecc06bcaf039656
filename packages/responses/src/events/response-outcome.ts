import type { JsonRecord } from '../json/is-record.ts';
import type { TokenUsage } from '../usage/token-usage.ts';

/** The statuses of a response, with the names of OpenAI. */
export const responseStatuses = [
  'queued',
  'in_progress',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
] as const;

/** The status of a response. */
export type ResponseStatus = (typeof responseStatuses)[number];

/** The purpose of a message: commentary, or the answer itself. */
export type Phase = 'commentary' | 'final_answer';

/** A call of one of the caller's own tools. `arguments` is the model's text, not yet parsed. */
export type FunctionCall = { callId: string; name: string; arguments: string };

/** A web page that the answer cites. The indexes count UTF-16 units of `answer`. */
export type Citation = { url: string; title: string; startIndex: number; endIndex: number };

/** Code that the model ran, with its output and images. */
export type CodeRun = { containerId: string; code: string; logs: string[]; images: string[]; status: string };

/** A file in a container. It is deleted with the container. */
export type ContainerFile = { containerId: string; fileId: string; filename: string };

/** Why a response failed, as reported by the server. */
export type FailureReport = { code?: string; message: string; param?: string };

/** The contents of a stream or a stored response so far. */
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
  /** The output items as received, for replay. */
  items: JsonRecord[];
  lastSequence: number | undefined;
};
