import { definePlugin, runPlugin } from '@sekisho/dify-plugin';
import { ModelRegistry, ReasoningCache } from '@sekisho/responses';
import { readSettings } from './config/env.ts';
import { createOpenAiGpt5Provider } from './provider/openai_gpt5.ts';

const plugin = definePlugin({
  models: {
    openai_gpt5: createOpenAiGpt5Provider({
      fetch: globalThis.fetch,
      now: Date.now,
      registry: new ModelRegistry(),
      reasoning: new ReasoningCache(),
      ...readSettings(),
    }),
  },
});

await runPlugin(plugin, {
  // The launcher starts the plugin inside the folder of its package.
  readDeclaration: async () => {
    // Only remote debugging reads the YAML files; the reader would cost memory in other modes.
    const { readPluginDeclaration, readPluginFolder } = await import('@sekisho/dify-plugin/packer');
    return readPluginDeclaration(await readPluginFolder(process.cwd()));
  },
});
