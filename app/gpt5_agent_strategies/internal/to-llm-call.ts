import type { LlmCall } from '@sekisho/dify-plugin';
import type { AgentRun } from './agent-run.ts';
import { fitPrompt } from './fit-prompt.ts';
import { buildRoundPrompt } from './flow.ts';

// The daemon kills a plugin over a line of 5 MiB, and a model that just failed may have had too much to read.
const MAX_PROMPT_BYTES = 3 * 1024 * 1024;
const CAREFUL_PROMPT_BYTES = 256 * 1024;

/** What a round asks for. */
export type ModelQuestion = {
  readonly isFirst: boolean;
  readonly isConcluding: boolean;
  /** True after a failure: the question is made smaller. */
  readonly isRetry: boolean;
  readonly logId: string;
};

/** The call to Dify's model for one round of a run. */
export function toLlmCall(run: AgentRun, { isFirst, isConcluding, isRetry }: ModelQuestion): LlmCall {
  const { provider, model, mode, completion_params: params, entity } = run.params.model;
  const { stop, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = params;
  // Some APIs refuse a conversation with calls in it when no tools are named, so a second try names them; calls are ignored then.
  const tools = isConcluding && !isRetry ? [] : run.book.toPromptTools();
  const features = Array.isArray(entity['features']) ? entity['features'] : undefined;
  const prompt = buildRoundPrompt(run.opening, run.currentThoughts, isConcluding);
  return {
    provider,
    model,
    mode,
    completion_params: {
      ...rest,
      // APIs refuse a choice among no tools, and a forced choice in every round would never let the model answer.
      ...(isFirst && tools.length > 0 && choice !== undefined && { tool_choice: choice }),
      ...(tools.length > 0 && parallel !== undefined && { parallel_tool_calls: parallel }),
    },
    prompt_messages: fitPrompt(prompt, isRetry ? CAREFUL_PROMPT_BYTES : MAX_PROMPT_BYTES),
    tools,
    stop: Array.isArray(stop) ? stop.filter((word) => typeof word === 'string') : [],
    stream: tools.length === 0 || features === undefined || features.includes('stream-tool-call'),
  };
}
