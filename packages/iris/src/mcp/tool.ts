import type {
  CallToolResult,
  InputRequests,
  InputRequiredResult,
  LoggingLevel,
  ToolAnnotations,
} from '@modelcontextprotocol/server';

/** A progress notification of a running call. */
export type ProgressReport = { progress: number; total?: number; message?: string };

/** The facts about a call that a tool can read, and the functions to reach its caller. */
export type ToolCall = {
  /** The caller; a constant on a server with one user. */
  owner: string;
  /** True when the caller has disconnected and fetches the result later. */
  inTask: boolean;
  signal: AbortSignal;
  /** Undefined when the caller did not request progress. */
  report?: ((progress: ProgressReport) => Promise<void>) | undefined;
  log: (level: LoggingLevel, text: string) => Promise<void>;
  /** True when the client can show a form to a person. */
  canElicit: boolean;
  /** The responses to the input requests of an earlier round; untrusted. */
  answers: Readonly<Record<string, unknown>> | undefined;
  /** The verified state of an earlier round. */
  state: unknown;
  /** Requests input during the work; only a task can wait for it. */
  ask?: (requests: InputRequests) => Promise<Readonly<Record<string, unknown>>>;
  /** Stores the data that `resume` needs to continue the work in another process; only a task can be continued. */
  saveNote?: (note: unknown) => void;
};

/** Work that becomes a task when the client supports tasks, and is awaited otherwise. */
export type Deferred = { deferred: (call: ToolCall) => Promise<CallToolResult> };

/** The possible results of a tool. */
export type ToolOutcome = CallToolResult | InputRequiredResult | Deferred;

/** A JSON Schema whose root is an object. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

/** One tool of the server. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** Called when a client lists the tools, not at the start. */
  inputSchema: () => ObjectSchema;
  outputSchema?: () => ObjectSchema;
  annotations?: ToolAnnotations;
  /** True for work that takes too long for a request. */
  requiresTask?: boolean;
  call: (parameters: unknown, call: ToolCall) => Promise<ToolOutcome>;
  /** Continues the work of an ended process from its stored note. The note is parsed like any input. */
  resume?: (note: unknown, call: ToolCall) => Promise<CallToolResult>;
};
