import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Agent, tool } from 'sekisho';
import { z } from 'zod';
import { ScriptedModel } from './scripted-model.ts';

/**
 * Creates the agent. Each process creates it from this code, because a store contains data and no functions. The
 * manifests declare what the tools do.
 */
export function createJanitor(folder: string): Agent {
  const listFiles = tool({
    name: 'list_files',
    description: 'Lists the files of the folder.',
    parameters: z.object({}),
    extensions: { manifest: { effect: 'read' } },
    execute: async () => (await readdir(folder)).toSorted().join(', '),
  });
  const deleteFile = tool({
    name: 'delete_file',
    description: 'Deletes one file of the folder.',
    parameters: z.object({ name: z.string() }),
    extensions: { manifest: { effect: 'delete', arguments: { name: 'path' } } },
    execute: async ({ name }) => {
      await rm(join(folder, basename(name)));
      return `${name} was deleted.`;
    },
  });
  return new Agent({
    name: 'janitor',
    instructions: 'Keep the folder tidy.',
    model: new ScriptedModel(),
    tools: [listFiles, deleteFile],
  });
}
