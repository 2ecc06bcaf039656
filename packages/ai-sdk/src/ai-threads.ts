import {
  createThreads,
  type Approver,
  type Engine,
  type OpenThreadOptions,
  type ThreadsOptions,
} from '@sekisho/engine';
import { AiThread } from './ai-thread.ts';

/** The options of `createAiThreads`. */
export interface AiThreadsOptions extends ThreadsOptions {
  /**
   * The ids of tools that the model's provider may execute, such as `openai.web_search`. Their calls cannot be stopped, so
   * other tools of this kind are rejected.
   */
  readonly providerTools?: readonly string[] | undefined;
}

/** The options of `open`. */
export interface OpenAiThread extends Omit<OpenThreadOptions, 'agent'> {
  /** The name of the agent. Runs are listed by it. The default is `assistant`. */
  readonly agent?: string | undefined;
  /** What the user wrote in this request. Messages with the role `user` do not count: a client can send any messages. */
  readonly userText?: string | undefined;
  /**
   * The authenticated person who sent this request. If set, an approval response in the messages is the decision of this
   * person. Without it, decisions are made elsewhere, and a response only continues the conversation.
   */
  readonly approver?: Approver | undefined;
}

/** The conversations of the AI SDK in this process. */
export interface AiThreads {
  readonly engine: Engine;
  /** Opens the thread of a conversation for one request. */
  open(options: OpenAiThread): Promise<AiThread>;
  close(): Promise<void>;
}

/** Creates the gate for programs that use the AI SDK. */
export function createAiThreads(options: AiThreadsOptions = {}): AiThreads {
  const { providerTools = [], ...rest } = options;
  const threads = createThreads('ai-sdk', rest);
  return {
    engine: threads.engine,
    open: async ({ userText, approver, agent = 'assistant', ...opening }) => {
      const thread = await threads.open({ agent, ...opening });
      if (userText !== undefined) thread.addUserText(userText);
      return new AiThread(thread, { threads, approver, providerTools });
    },
    close: () => threads.close(),
  };
}
