import type { LanguageModel } from '@sekisho/engine';
import { Agent, Runner, type Model, type RunConfig } from '../openai-agents/upstream.ts';

/**
 * Returns a model of the Agents SDK, or the name of one, as the `LanguageModel` of planners and reviewers. It has no tools,
 * and each question is a run of its own with one turn.
 */
export function languageModel(model: string | Model, runConfig: Partial<RunConfig> = {}): LanguageModel {
  const runner = new Runner({ tracingDisabled: true, ...runConfig });
  return {
    answer: async ({ name, instructions, input, schema }, signal) => {
      const agent = new Agent({ name, model, instructions, outputType: schema });
      const { finalOutput } = await runner.run(agent, input, { maxTurns: 1, signal });
      return finalOutput;
    },
  };
}
