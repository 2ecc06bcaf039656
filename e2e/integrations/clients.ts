import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startMessagesModel, type LoopbackModel, type ModelStep } from './messages-model.ts';

/** A coding agent from npm, and how it is started with a model on this machine. */
export interface CodingAgent {
  readonly name: 'claude';
  readonly package: string;
  readonly version: string;
  readonly startModel: (steps: readonly ModelStep[]) => Promise<LoopbackModel>;
  readonly read: (file: string) => ModelStep;
  readonly shell: (command: string) => ModelStep;
  readonly program: (folder: string) => string;
  readonly args: (prompt: string) => readonly string[];
  readonly environment: (modelUrl: string) => Readonly<Record<string, string>>;
}

export const AGENTS: readonly CodingAgent[] = [
  {
    name: 'claude',
    package: '@anthropic-ai/claude-code',
    version: '2.1.326',
    startModel: startMessagesModel,
    read: (file) => ({ tool: 'Read', input: { file_path: file } }),
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'Runs a command' } }),
    program: (folder) => join(folder, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude'),
    args: (prompt) => ['-p', prompt, '--dangerously-skip-permissions'],
    environment: (modelUrl) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'loopback',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    }),
  },
];

/** Installs a client into the cache of the repository, without its scripts. Returns the folder. */
export function installAgent({ name, package: packageName, version }: CodingAgent): string {
  const folder = join(import.meta.dirname, '../../node_modules/.cache/sekisho-clients', `${name}-${version}`);
  if (existsSync(join(folder, 'installed'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${packageName}@${version}`],
    {
      cwd: folder,
      stdio: 'ignore',
      timeout: 600_000,
    },
  );
  writeFileSync(join(folder, 'installed'), version);
  return folder;
}

/** Runs a client with one prompt in a folder until it ends. */
export async function runAgent(
  agent: CodingAgent,
  {
    folder,
    home,
    cwd,
    prompt,
    modelUrl,
  }: { folder: string; home: string; cwd: string; prompt: string; modelUrl: string },
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { PATH = '' } = process.env;
  const child = spawn(agent.program(folder), agent.args(prompt), {
    cwd,
    env: { PATH, HOME: home, ...agent.environment(modelUrl) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: stdout + stderr };
}
