import { setTimeout } from 'node:timers/promises';
import { ModelRegistry, normalizeBaseUrl, ResponsesClient, type Timer } from '@sekisho/responses';
import { createSimulator, interviewPersona } from '@sekisho/responses/simulator';
import type { AIConversationResponder } from '../domain/ai-conversation-responder.ts';
import { ModelCaller } from './model-caller.ts';
import { OpenAIService } from './openai-service.ts';
import { ToolCallService } from './tool-call-service.ts';

/** Which responder answers, and how it is reached. */
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

/** Makes the one who answers: `mock` is a simulated interviewer that needs no key, `openai` is OpenAI. */
export function createResponder(options: ResponderOptions): AIConversationResponder {
  const { mode, model, temperature, maxTokens, timeoutMs, apiKey, baseUrl, clock, timer } = options;
  const isMock = mode === 'mock';
  if (!isMock && apiKey === undefined) throw new Error('AI_AGENT_MODE=openai needs OPENAI_API_KEY.');
  const simulated = isMock ? createSimulator({ persona: interviewPersona, now: clock }).fetch : undefined;
  const fetch = options.fetch ?? simulated;
  const client = new ResponsesClient({
    credentials: {
      apiKey: apiKey ?? 'simulated',
      organization: undefined,
      baseUrl: baseUrl === undefined || isMock ? undefined : normalizeBaseUrl(baseUrl),
      timeoutMs,
      // The caller repeats, because it also repeats what the client must not.
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
