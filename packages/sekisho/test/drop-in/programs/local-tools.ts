import type { ApplyPatchOperation, ComputerUseCallItem, ShellAction, ShellCallItem } from '@openai/agents';
import { assistantMessage } from '@openai/agents/testing';
import { observe, observeInterruption, observeRequests } from '../observe.ts';
import type { Programs } from '../program.ts';

export const localTools: Programs = {
  'a shell on this machine': async ({ sdk, model }) => {
    const ran: ShellAction[] = [];
    const scripted = model([shellCall('s1', 'ls')], [assistantMessage('Two files.')]);
    const shell = sdk.shellTool({
      shell: {
        run: async (action) => {
          ran.push(action);
          return { output: [{ stdout: 'a\nb', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
        },
      },
    });
    const agent = new sdk.Agent({ name: 'Operator', tools: [shell], model: scripted });
    return { result: observe(await sdk.run(agent, 'list')), ran, requests: observeRequests(scripted) };
  },

  'a shell that needs approval: approved and rejected': async ({ sdk, model }) => {
    const ran: string[] = [];
    const scripted = model(
      [shellCall('s1', 'ls'), shellCall('s2', 'rm -r x')],
      [assistantMessage('Half done.')],
    );
    const shell = sdk.shellTool({
      needsApproval: async (_context, action) => {
        ran.push(`asked about ${action.commands.join()}`);
        return true;
      },
      shell: {
        run: async ({ commands }) => {
          ran.push(commands.join());
          return { output: [{ stdout: 'ok', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
        },
      },
    });
    const agent = new sdk.Agent({ name: 'Operator', tools: [shell], model: scripted });
    const first = await sdk.run(agent, 'go');
    const asked = first.interruptions.map(observeInterruption);
    const [yes, no] = first.interruptions;
    if (yes) first.state.approve(yes);
    if (no) first.state.reject(no);
    const second = await sdk.run(agent, first.state);
    return { asked, second: observe(second), ran };
  },

  'a shell with an approval function': async ({ sdk, model }) => {
    const ran: string[] = [];
    const scripted = model([shellCall('s1', 'ls')], [shellCall('s2', 'rm x')], [assistantMessage('Done.')]);
    const shell = sdk.shellTool({
      needsApproval: true,
      onApproval: async (_context, item) => {
        const safe = JSON.stringify(item.rawItem).includes('ls');
        return safe ? { approve: true } : { approve: false, reason: 'not safe' };
      },
      shell: {
        run: async ({ commands }) => {
          ran.push(commands.join());
          return { output: [{ stdout: 'ok', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
        },
      },
    });
    const agent = new sdk.Agent({ name: 'Operator', tools: [shell], model: scripted });
    return { result: observe(await sdk.run(agent, 'go')), ran };
  },

  'an editor': async ({ sdk, model }) => {
    const done: ApplyPatchOperation[] = [];
    const operation = { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b\n' } as const;
    const scripted = model(
      [{ type: 'apply_patch_call', callId: 'p1', status: 'completed', operation }],
      [assistantMessage('Patched.')],
    );
    const remember = async (each: ApplyPatchOperation) => {
      done.push(each);
      return { status: 'completed', output: `did ${each.type}` } as const;
    };
    const patch = sdk.applyPatchTool({
      editor: { createFile: remember, updateFile: remember, deleteFile: remember },
    });
    const agent = new sdk.Agent({ name: 'Editor', tools: [patch], model: scripted });
    return { result: observe(await sdk.run(agent, 'patch')), done, requests: observeRequests(scripted) };
  },

  'a computer': async ({ sdk, model }) => {
    const done: unknown[] = [];
    const call: ComputerUseCallItem = {
      type: 'computer_call',
      callId: 'k1',
      status: 'completed',
      action: { type: 'click', x: 3, y: 4, button: 'left' },
    };
    const scripted = model([call], [assistantMessage('Clicked.')]);
    const note =
      (name: string) =>
      async (...args: unknown[]) => {
        done.push([name, ...args.filter((arg) => !(arg instanceof sdk.RunContext))]);
      };
    const computer = sdk.computerTool({
      computer: {
        environment: 'mac',
        dimensions: [800, 600],
        screenshot: async () => 'c2NyZWVu',
        click: note('click'),
        doubleClick: note('doubleClick'),
        scroll: note('scroll'),
        type: note('type'),
        wait: note('wait'),
        move: note('move'),
        keypress: note('keypress'),
        drag: note('drag'),
      },
    });
    const agent = new sdk.Agent({ name: 'Operator', tools: [computer], model: scripted });
    return { result: observe(await sdk.run(agent, 'click')), done, requests: observeRequests(scripted) };
  },
};

const shellCall = (callId: string, command: string): ShellCallItem => ({
  type: 'shell_call',
  callId,
  status: 'completed',
  action: { commands: [command] },
});
