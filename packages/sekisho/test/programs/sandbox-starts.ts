import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Capability, SandboxSession } from '../../src/sandbox.ts';
import type { ScriptedItem } from '../../src/testing/index.ts';
import type { Attempt, Start } from './start-exports.ts';

/** Uses the exports of `sekisho/sandbox` that can execute something: each adds tools of a sandbox to an agent. */
export const SANDBOX_STARTS: Readonly<Record<string, Start>> = {
  SandboxAgent: (attempt) => inSandbox(attempt, [attempt.sandbox.shell()], EXEC),
  shell: (attempt) => {
    const agentTool = sandboxAgent(attempt, [attempt.sandbox.shell()], EXEC).asTool({
      toolName: 'ask',
      toolDescription: 'Asks.',
      runOptions: { sandbox: { session: sessionOf(attempt) } },
    });
    return attempt.runner.run(attempt.agentWith([agentTool], 'ask', { input: 'go' }), 'Go.');
  },
  filesystem: (attempt) => {
    const operation = { type: 'delete_file', path: 'a.txt' } as const;
    const call = { type: 'apply_patch_call', callId: 'call_1', status: 'completed', operation } as const;
    return inSandbox(attempt, [attempt.sandbox.filesystem()], call);
  },
  skills: (attempt) => {
    const { sandbox } = attempt;
    const source = sandbox.dir({ children: { maker: sandbox.dir({}) } });
    const index = [{ name: 'maker', description: 'Makes.' }];
    const lazy = sandbox.skills({ lazyFrom: { source, index } });
    return inSandbox(attempt, [lazy], callOf('load_skill', { skill_name: 'maker' }));
  },
  Capabilities: (attempt) => inSandbox(attempt, attempt.sandbox.Capabilities.default(), EXEC),
  Capability: (attempt) => {
    const { sandbox, sdk, execute } = attempt;
    const parameters = z.object({ what: z.string() });
    class Eraser extends sandbox.Capability {
      override readonly type = 'eraser';
      override tools() {
        return [sdk.tool({ name: 'erase', description: 'Erases.', parameters, execute })];
      }
    }
    return inSandbox(attempt, [new Eraser()], callOf('erase', { what: 'a' }));
  },
  cloneSandboxCapabilities: (attempt) =>
    inSandbox(attempt, attempt.sandbox.cloneSandboxCapabilities([attempt.sandbox.shell()]), EXEC),
  prepareSandboxAgent: (attempt) => {
    const session = sessionOf(attempt);
    const capabilities = [attempt.sandbox.shell().bind(session)];
    const agent = sandboxAgent(attempt, [], EXEC);
    const prepared = attempt.sandbox.prepareSandboxAgent({ agent, session, capabilities });
    return attempt.runner.run(prepared, 'Go.', { sandbox: { session } });
  },
};

/** The same for the sandboxes of `sekisho/sandbox/local`: the command is actually executed. */
export const LOCAL_SANDBOX_STARTS: Readonly<Record<string, Start>> = {
  UnixLocalSandboxClient: async (attempt) => {
    const directory = mkdtempSync(join(tmpdir(), 'sekisho-start-'));
    const file = join(directory, 'executed');
    const client = new attempt.sandbox.UnixLocalSandboxClient({ workspaceBaseDir: directory });
    const agent = sandboxAgent(
      attempt,
      [attempt.sandbox.shell()],
      callOf('exec_command', { cmd: `touch ${file}` }),
    );
    try {
      await attempt.runner.run(agent, 'Go.', { sandbox: { client } });
    } finally {
      if (existsSync(file)) attempt.execute();
    }
  },
};

const EXEC = callOf('exec_command', { cmd: 'ls' });

function callOf(name: string, args: object): ScriptedItem {
  return { type: 'function_call', callId: 'call_1', name, arguments: JSON.stringify(args) };
}

const inSandbox = (attempt: Attempt, capabilities: Capability[], call: ScriptedItem) =>
  attempt.runner.run(sandboxAgent(attempt, capabilities, call), 'Go.', {
    sandbox: { session: sessionOf(attempt) },
  });

function sandboxAgent({ sandbox, testing }: Attempt, capabilities: Capability[], call: ScriptedItem) {
  const model = testing.scriptedModel([[call]]);
  return new sandbox.SandboxAgent({ name: 'Host', model, capabilities });
}

/** Creates a session in memory that counts the operations of sandbox tools. */
function sessionOf({ sandbox, execute }: Attempt): SandboxSession {
  const edit = async () => (execute(), {});
  return {
    state: { manifest: new sandbox.Manifest() },
    execCommand: async () => execute(),
    createEditor: () => ({ createFile: edit, updateFile: edit, deleteFile: edit }),
    viewImage: async () => ({ type: 'image', image: execute() }),
    materializeEntry: async () => void execute(),
    readFile: async () => '',
    pathExists: async () => false,
    listDir: async () => [],
  };
}
