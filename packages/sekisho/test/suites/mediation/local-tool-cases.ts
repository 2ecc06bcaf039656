import { applyPatchTool, computerTool, shellTool, type Computer } from '@openai/agents-core';
import { Agent } from '../../../src/openai-agents/upstream.ts';
import { scriptedModel, type ScriptedItem } from '../../../src/testing/scripted-model.ts';
import { callsKind, type MediationCase } from './mediation-case.ts';

/** Tools whose executor the Agents SDK calls itself. */
export const LOCAL_TOOL_CASES: readonly MediationCase[] = [
  callsKind('a shell command', 'shell', (count) =>
    callerOf({ type: 'shell_call', callId: 'call_1', status: 'completed', action: { commands: ['rm a'] } }, [
      shellTool({
        shell: {
          run: async () => {
            count();
            return { output: [{ stdout: '', stderr: '', outcome: { type: 'exit', exitCode: 0 } }] };
          },
        },
      }),
    ]),
  ),
  ...patchCases(),
  callsKind('an action on a computer', 'computer', (count) =>
    callerOf(
      {
        type: 'computer_call',
        callId: 'call_1',
        status: 'completed',
        action: { type: 'click', x: 1, y: 1, button: 'left' },
      },
      [computerTool({ computer: computer(count) })],
    ),
  ),
];

function patchCases(): MediationCase[] {
  const operations = [
    { type: 'create_file', path: 'a', diff: '+a' },
    { type: 'update_file', path: 'a', diff: '+a' },
    { type: 'delete_file', path: 'a' },
  ] as const;
  return operations.map((operation) => ({
    name: `a patch (${operation.type})`,
    onHuman: 'waits',
    prepare: (count) => {
      const edit = async () => count();
      const editor = { createFile: edit, updateFile: edit, deleteFile: edit };
      const call = { type: 'apply_patch_call', callId: 'call_1', status: 'completed', operation } as const;
      return {
        agent: callerOf(call, [applyPatchTool({ editor })]),
        isTarget: ({ tool_kind }) => tool_kind === 'apply_patch',
      };
    },
  }));
}

function callerOf(call: ScriptedItem, tools: Agent['tools']): Agent {
  return new Agent({ name: 'Clerk', model: scriptedModel([[call]]), tools });
}

function computer(count: () => void): Computer {
  return {
    environment: 'browser',
    dimensions: [10, 10],
    screenshot: async () => 'aGVsbG8=',
    click: async () => count(),
    doubleClick: async () => count(),
    scroll: async () => count(),
    type: async () => count(),
    wait: async () => count(),
    move: async () => count(),
    keypress: async () => count(),
    drag: async () => count(),
  };
}
