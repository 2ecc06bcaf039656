import { setTimeout } from 'node:timers/promises';
import { ModelRegistry, normalizeBaseUrl, ResponsesClient, type Timer } from '@sekisho/responses';
import { createSimulator, interviewPersona } from '@sekisho/responses/simulator';
import type { AIConversationResponder } from '../conversation/ai-conversation-responder.ts';
import { ModelCaller } from './model-caller.ts';
import { OpenAIService } from './openai-service.ts';
import { ToolCallService } from './tool-call-service.ts';

/** The type of responder and its connection. */
export type ResponderOptions = {
  mode: 'mock' | 'openai';
  strategy: 'fence' | 'tool';
  model: string;
  temperature: number;
  maxTokens: number;
  timeoutMs: number;
  apiKey: string | undefined;
  baseUrl: string | undefined;
  clock: () => number;
  fetch?: typeof fetch | undefined;
  timer?: Timer | undefined;
};

/** Creates the responder: `mock` is a simulated interviewer without an API key, `openai` is OpenAI. */
export function createResponder(options: ResponderOptions): AIConversationResponder {
  const { mode, model, temperature, maxTokens, timeoutMs, apiKey, baseUrl, clock, timer } = options;
  const isMock = mode === 'mock';
  if (!isMock && apiKey === undefined)
    throw new Error(
      'AI_AGENT_MODE=openai requires OPENAI_API_KEY. Set OPENAI_API_KEY, or use AI_AGENT_MODE=mock.',
    );
  const simulated = isMock ? createSimulator({ persona: interviewPersona, now: clock }).fetch : undefined;
  const fetch = options.fetch ?? simulated;
  const client = new ResponsesClient({
    credentials: {
      apiKey: apiKey ?? 'simulated',
      organization: undefined,
      baseUrl: baseUrl === undefined || isMock ? undefined : normalizeBaseUrl(baseUrl),
      timeoutMs,
      // The caller retries, because it also retries failures that the client library does not.
      maxRetries: 0,
    },
    ...(fetch === undefined ? {} : { fetch }),
    ...(timer === undefined ? {} : { timer }),
  });
  const registry = new ModelRegistry();
  const isPaid = !isMock;
  const wait = (ms: number) => timer?.wait(ms, new AbortController().signal) ?? setTimeout(ms);
  const caller = new ModelCaller({ client, registry, model, temperature, maxTokens, clock, isPaid, wait });
  return options.strategy === 'tool' ? new ToolCallService(caller) : new OpenAIService(caller);
}
