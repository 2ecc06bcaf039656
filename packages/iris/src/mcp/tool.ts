import type {
  CallToolResult,
  InputRequests,
  InputRequiredResult,
  LoggingLevel,
  ToolAnnotations,
} from '@modelcontextprotocol/server';

/** A sign of life from a running call. */
export type ProgressReport = { progress: number; total?: number; message?: string };

/** What a tool may know about its caller, and the ways to reach them while it runs. */
export type ToolCall = {
  /** Who is asking; one name for everybody where there is only one user. */
  owner: string;
  /** True when the caller has gone and will ask for the result later. */
  inTask: boolean;
  signal: AbortSignal;
  /** Undefined when nobody asked to be told. */
  report?: ((progress: ProgressReport) => Promise<void>) | undefined;
  log: (level: LoggingLevel, text: string) => Promise<void>;
  /** Whether the caller can put a form before a person. */
  canElicit: boolean;
  /** What came back for the questions of an earlier round; untrusted. */
  answers: Readonly<Record<string, unknown>> | undefined;
  /** The verified state of an earlier round. */
  state: unknown;
  /** Asks in the middle of the work; only a task can wait for that. */
  ask?: (requests: InputRequests) => Promise<Readonly<Record<string, unknown>>>;
  /** Stores what `resume` needs to continue the work in another process; only a task can be continued. */
  keep?: (note: unknown) => void;
};

/** Work that becomes a task when the caller understands tasks, and is waited for when not. */
export type Deferred = { deferred: (call: ToolCall) => Promise<CallToolResult> };

/** What a tool may answer with. */
export type ToolOutcome = CallToolResult | InputRequiredResult | Deferred;

/** A JSON Schema whose root is an object. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown };

/** One tool of the server. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  /** Made when somebody lists the tools, not at start. */
  inputSchema: () => ObjectSchema;
  outputSchema?: () => ObjectSchema;
  annotations?: ToolAnnotations;
  /** True for work that cannot be waited for. */
  requiresTask?: boolean;
  call: (parameters: unknown, call: ToolCall) => Promise<ToolOutcome>;
  /** Continues work of a process that has ended, from the note that it kept; the note is parsed like any input. */
  resume?: (note: unknown, call: ToolCall) => Promise<CallToolResult>;
};
