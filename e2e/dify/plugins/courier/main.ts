import { definePlugin, runPlugin } from '@sekisho/dify-plugin';
import { carry } from './carry.ts';

const plugin = definePlugin({ agentStrategies: { courier: { carry } } });

await runPlugin(plugin, {
  readDeclaration: async () => {
    // Loaded only for remote debugging, because the packer depends on a YAML and a zip library.
    const { readPluginDeclaration, readPluginFolder } = await import('@sekisho/dify-plugin/packer');
    return readPluginDeclaration(await readPluginFolder(process.cwd()));
  },
});
