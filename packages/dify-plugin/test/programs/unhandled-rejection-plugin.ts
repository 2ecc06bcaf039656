import { definePlugin, runPlugin, type LlmDelta } from '../../src/index.ts';

/** A model provider with an unhandled rejection. */
await runPlugin(
  definePlugin({
    models: {
      echo: {
        validateCredentials: async () => {},
        llm: {
          async *invoke({ model, prompt_messages: [message] }): AsyncGenerator<LlmDelta> {
            void Promise.reject(new Error('forgotten, with sk-topsecret-key-1'));
            // The rejection is reported before the response starts.
            await new Promise((resolve) => setTimeout(resolve, 20));
            yield { model, text: typeof message?.content === 'string' ? message.content : '' };
          },
        },
      },
    },
  }),
);
