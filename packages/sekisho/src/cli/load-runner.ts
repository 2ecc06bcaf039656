import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SekishoError } from '@sekisho/engine';
import { AgentRunner } from '../runner/agent-runner.ts';
import type { CommandHost } from './command-host.ts';

/** Imports a module and returns the runner that it exports. */
export async function loadRunner(file: string, { importModule }: CommandHost): Promise<AgentRunner> {
  const module = await importModule(pathToFileURL(resolve(file)).href);
  const runner: unknown = Reflect.get(module, 'runner');
  if (runner instanceof AgentRunner) return runner;
  throw new SekishoError(
    'AGENTS-E-RUNNER-CONFIG',
    `${file} must export a runner: export const runner = createRunner({ …, agents: [...] }).`,
  );
}
