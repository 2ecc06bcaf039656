import type { LlmCall } from '@sekisho/dify-plugin';
import type { AgentRun } from './agent-run.ts';
import { fitPrompt } from './fit-prompt.ts';
import { buildRoundPrompt } from './flow.ts';

// The daemon kills a plugin whose line exceeds 5 MiB, and a model that failed may have received too much input.
const MAX_PROMPT_BYTES = 3 * 1024 * 1024;
const CAREFUL_PROMPT_BYTES = 256 * 1024;

/** The options of a model call. */
export type ModelCallOptions = {
  readonly isFirst: boolean;
  readonly isConcluding: boolean;
  /** True after a failure: the prompt is reduced. */
  readonly isRetry: boolean;
  readonly logId: string;
};

/** Creates the call to Dify's model for one round of a run. */
export function toLlmCall(run: AgentRun, { isFirst, isConcluding, isRetry }: ModelCallOptions): LlmCall {
  const { provider, model, mode, completion_params: params, entity } = run.params.model;
  const { stop, tool_choice: choice, parallel_tool_calls: parallel, ...rest } = params;
  // Some APIs reject a conversation with calls but without tools, so the retry contains them; new calls are ignored.
  const tools = isConcluding && !isRetry ? [] : run.registry.toPromptTools();
  const features = Array.isArray(entity['features']) ? entity['features'] : undefined;
  const prompt = buildRoundPrompt(run.opening, run.currentThoughts, isConcluding);
  return {
    provider,
    model,
    mode,
    completion_params: {
      ...rest,
      // APIs reject a tool choice without tools, and a forced choice in every round would prevent an answer.
      ...(isFirst && tools.length > 0 && choice !== undefined && { tool_choice: choice }),
      ...(tools.length > 0 && parallel !== undefined && { parallel_tool_calls: parallel }),
    },
    prompt_messages: fitPrompt(prompt, isRetry ? CAREFUL_PROMPT_BYTES : MAX_PROMPT_BYTES),
    tools,
    stop: Array.isArray(stop) ? stop.filter((word) => typeof word === 'string') : [],
    stream: tools.length === 0 || features === undefined || features.includes('stream-tool-call'),
  };
}
