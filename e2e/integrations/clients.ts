import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installOutside } from '../../scripts/install-outside.ts';
import { CHAT, GEMINI, MESSAGES, RESPONSES, type ModelApi, type ModelStep } from './loopback-model.ts';

/** A coding agent from npm, and how it is started with a model on this machine. */
export interface CodingAgent {
  readonly name: 'claude' | 'codex' | 'gemini' | 'opencode';
  readonly package: string;
  readonly version: string;
  readonly api: ModelApi;
  readonly read: (file: string) => ModelStep;
  readonly shell: (command: string) => ModelStep;
  readonly program: (folder: string) => readonly string[];
  readonly args: (prompt: string) => readonly string[];
  readonly environment: (modelUrl: string) => Readonly<Record<string, string>>;
  /** The configuration of the client, by the name of the file in the home folder. */
  readonly files: (modelUrl: string) => Readonly<Record<string, string>>;
}

const LOOPBACK_KEY = 'loopback';

export const AGENTS: readonly CodingAgent[] = [
  {
    name: 'claude',
    package: '@anthropic-ai/claude-code',
    version: '2.1.326',
    api: MESSAGES,
    read: (file) => ({ tool: 'Read', input: { file_path: file } }),
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'Runs a command' } }),
    program: (folder) => [join(folder, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude')],
    args: (prompt) => ['-p', prompt, '--dangerously-skip-permissions'],
    environment: (modelUrl) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: LOOPBACK_KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      IS_SANDBOX: '1',
    }),
    files: () => ({}),
  },
  {
    name: 'codex',
    package: '@openai/codex',
    version: '0.169.0',
    api: RESPONSES,
    read: (file) => ({ tool: 'exec_command', input: { cmd: `cat ${basename(file)}` } }),
    shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
    program: (folder) => [process.execPath, join(folder, 'node_modules/@openai/codex/bin/codex.js')],
    args: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    environment: () => ({ LOOPBACK_KEY }),
    files: (modelUrl) => ({
      '.codex/config.toml': [
        'model = "loopback"',
        'model_provider = "loopback"',
        '[model_providers.loopback]',
        'name = "loopback"',
        `base_url = "${modelUrl}/v1"`,
        'wire_api = "responses"',
        'env_key = "LOOPBACK_KEY"',
        '',
      ].join('\n'),
    }),
  },
  {
    name: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    api: GEMINI,
    read: (file) => ({ tool: 'read_file', input: { file_path: file } }),
    shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
    program: (folder) => [process.execPath, join(folder, 'node_modules/@google/gemini-cli/bundle/gemini.js')],
    args: (prompt) => ['-p', prompt, '--yolo', '--skip-trust'],
    environment: (modelUrl) => ({ GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: LOOPBACK_KEY }),
    files: () => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true },
      }),
    }),
  },
  {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    api: CHAT,
    read: (file) => ({ tool: 'read', input: { filePath: file } }),
    shell: (command) => ({ tool: 'bash', input: { command, description: 'Runs a command' } }),
    program: (folder) => [join(folder, 'node_modules/opencode-linux-x64/bin/opencode')],
    args: (prompt) => ['run', '--model', 'loopback/loopback', prompt],
    environment: () => ({
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    }),
    files: (modelUrl) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        provider: {
          loopback: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${modelUrl}/v1`, apiKey: LOOPBACK_KEY },
            models: {
              loopback: { name: 'loopback', tool_call: true, limit: { context: 100_000, output: 1_000 } },
            },
          },
        },
      }),
    }),
  },
];

/** Installs a client and returns the folder. */
export const installAgent = ({ name, package: packageName, version }: CodingAgent): Promise<string> =>
  installOutside(name, { [packageName]: version });

/** Writes the configuration with which a client uses the model on this machine. */
export function configure(agent: CodingAgent, home: string, modelUrl: string): void {
  for (const [name, content] of Object.entries(agent.files(modelUrl))) {
    const file = join(home, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
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
  const [program = '', ...first] = agent.program(folder);
  const child = spawn(program, [...first, ...agent.args(prompt)], {
    cwd,
    env: { PATH, HOME: home, ...agent.environment(modelUrl) },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 150_000,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, output: stdout + stderr };
}
