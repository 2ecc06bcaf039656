import {
  createThreads,
  type DeclaredManifest,
  type Engine,
  type OpenThreadOptions,
  type ThreadsOptions,
} from '@sekisho/engine';
import { ClaudeSession } from './claude-session.ts';

/** The options of `createClaudeGate`. */
export type ClaudeGateOptions = ThreadsOptions;

/** The options of `open`. */
export interface OpenClaudeSession extends Omit<OpenThreadOptions, 'agent'> {
  /** The name of the agent. Runs are listed by it. The default is `claude`. */
  readonly agent?: string | undefined;
  /** What the user wrote. A prompt that the program wrote itself, such as "Continue.", is not text of the user. */
  readonly userText?: string | undefined;
}

/** The gate for programs that use the Claude Agent SDK. */
export interface ClaudeGate {
  readonly engine: Engine;
  /** Opens the thread of a conversation for one query. */
  open(options: OpenClaudeSession): Promise<ClaudeSession>;
  close(): Promise<void>;
}

/** What the built-in tools do. A manifest of the program with the same name replaces one of these. */
const BUILT_IN: Readonly<Record<string, DeclaredManifest>> = {
  Read: { effect: 'read', arguments: { file_path: 'path' } },
  Glob: { effect: 'read' },
  Grep: { effect: 'read' },
  WebFetch: { effect: 'read', arguments: { url: 'url' } },
  WebSearch: { effect: 'read' },
  Write: { effect: 'write', arguments: { file_path: 'path', content: 'content' } },
  Edit: { effect: 'write', arguments: { file_path: 'path' } },
  NotebookEdit: { effect: 'write', arguments: { notebook_path: 'path' } },
  Bash: { effect: 'execute', arguments: { command: 'command' } },
};

/** Creates the gate for programs that use the Claude Agent SDK. */
export function createClaudeGate(options: ClaudeGateOptions = {}): ClaudeGate {
  const threads = createThreads('claude-agent', {
    ...options,
    manifests: { ...BUILT_IN, ...options.manifests },
  });
  return {
    engine: threads.engine,
    open: async ({ userText, agent = 'claude', ...opening }) => {
      const thread = await threads.open({ agent, ...opening });
      if (userText !== undefined) thread.addUserText(userText);
      return new ClaudeSession(thread, threads);
    },
    close: () => threads.close(),
  };
}
