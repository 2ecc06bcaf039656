import { definePlugin, runPlugin, type LlmDelta } from '../../src/index.ts';

/** A model provider that starts something and does not look how it ends. */
await runPlugin(
  definePlugin({
    models: {
      echo: {
        validateCredentials: async () => {},
        llm: {
          async *invoke({ model, prompt_messages: [message] }): AsyncGenerator<LlmDelta> {
            void Promise.reject(new Error('forgotten, with sk-topsecret-key-1'));
            // The failure is noticed before the answer begins.
            await new Promise((resolve) => setTimeout(resolve, 20));
            yield { model, text: typeof message?.content === 'string' ? message.content : '' };
          },
        },
      },
    },
  }),
);
