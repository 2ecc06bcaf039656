import { definePlugin, serveStdio } from '@sekisho/dify-plugin';
import { obey } from '../../e2e/dify/plugins/echo/obey.ts';

/** The plugin of the tests without the coalescing of words, so that both sides write the same number of lines. */
const plugin = definePlugin({
  models: {
    echo: {
      validateCredentials: async () => {},
      llm: {
        async *invoke({ model, prompt_messages: messages }) {
          const content = messages.at(-1)?.content;
          for await (const text of obey(typeof content === 'string' ? content : '')) yield { model, text };
        },
      },
    },
  },
});

await serveStdio(plugin, { input: process.stdin, output: process.stdout, coalesceMs: 0 });
