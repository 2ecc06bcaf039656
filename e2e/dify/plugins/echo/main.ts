import { definePlugin, PluginError, runPlugin } from '@sekisho/dify-plugin';
import { obey } from './obey.ts';

const plugin = definePlugin({
  models: {
    echo: {
      validateCredentials: async ({ credentials }) => {
        if (credentials['api_key'] !== 'good') {
          throw new PluginError(
            'CredentialsValidateFailedError',
            `The key ${String(credentials['api_key'])} is wrong.`,
          );
        }
      },
      llm: {
        async *invoke({ model, prompt_messages: messages }) {
          const content = messages.at(-1)?.content ?? '';
          for await (const text of obey(typeof content === 'string' ? content : '')) yield { model, text };
          yield { model, finishReason: 'stop' };
        },
      },
    },
  },
});

await runPlugin(plugin, {
  readDeclaration: async () => {
    // Loaded only for remote debugging, because the packer depends on a YAML and a zip library.
    const { readPluginDeclaration, readPluginFolder } = await import('@sekisho/dify-plugin/packer');
    return readPluginDeclaration(await readPluginFolder(process.cwd()));
  },
});
