import { definePlugin, type PluginDefinition } from '@sekisho/dify-plugin';
import type { Dependencies } from '../internal/agent-run.ts';
import { GPT5FunctionCallingStrategy } from '../strategies/gpt5_function_calling.ts';
import { GPT5ReActStrategy } from '../strategies/gpt5_react.ts';

/** A run has its own limit, `invocation_timeout_seconds`, of at most 1800 s; this limit ends a run that exceeds it. */
const INVOKE_MS = 1_830_000;

/** Creates the plugin with both strategies under the names of their YAML files. */
export function createGpt5AgentPlugin(dependencies: Dependencies): PluginDefinition {
  const functionCalling = new GPT5FunctionCallingStrategy(dependencies);
  const react = new GPT5ReActStrategy(dependencies);
  return definePlugin({
    deadlines: { invokeMs: INVOKE_MS },
    agentStrategies: {
      gpt5_agent: {
        gpt5_function_calling: (request, context) => functionCalling.invoke(request, context),
        gpt5_react: (request, context) => react.invoke(request, context),
      },
    },
  });
}
