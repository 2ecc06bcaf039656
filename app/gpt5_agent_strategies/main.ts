import { randomUUID } from 'node:crypto';
import { open, realpath } from 'node:fs/promises';
import { runPlugin } from '@sekisho/dify-plugin';
import { readSettings } from './config/env.ts';
import { createGpt5AgentPlugin } from './provider/gpt5_agent.ts';

const plugin = createGpt5AgentPlugin({
  clock: {
    now: () => Date.now(),
    schedule: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  },
  createId: () => randomUUID(),
  local: { root: '/files', access: { open, realpath } },
  settings: readSettings(),
});

await runPlugin(plugin, {
  readDeclaration: async () => {
    // Only remote debugging reads YAML files; the reader would cost memory in other modes.
    const { readPluginDeclaration, readPluginFolder } = await import('@sekisho/dify-plugin/packer');
    return readPluginDeclaration(await readPluginFolder(process.cwd()));
  },
});
