import { ToolMessage } from '@langchain/core/messages';
import { crashableStore } from '@sekisho/engine/testing';
import { describeIntegration, type SuiteCall, type SuiteOutcome } from '@sekisho/engine/testing/vitest';
import { createLangChainGate } from '../src/index.ts';
import { MANIFESTS, officeAgent } from './office.ts';

describeIntegration('with LangChain', {
  application: 'suite',
  integration: 'langchain',
  open: async ({ directory, key, execute }) => {
    const { options, crash: crashStore } = crashableStore(directory);
    const gate = createLangChainGate({ ...options, application: 'suite', manifests: MANIFESTS });
    let calls: readonly SuiteCall[] = [];
    const agent = officeAgent({
      directory,
      gate,
      calls: () => calls,
      execute: (name, args) =>
        execute({ tool: name === 'read_note' || name === 'send_mail' ? name : 'fails', args }),
    });
    let userText: string | undefined;
    // Each response is an invocation of the graph; the calls keep the ids that the model gave them.
    let invocation = 0;
    return {
      say: async (text) => {
        userText = text;
        calls = [];
        await invoke();
      },
      respond: async (requested) => {
        calls = requested;
        return (await invoke())(requested);
      },
      end: async ({ crash = false } = {}) => {
        if (crash) {
          crashStore();
          await gate.engine.close({ timeoutMs: 0 }).catch(() => undefined);
        } else await gate.close();
      },
    };

    async function invoke() {
      const config = { configurable: { thread_id: key }, context: { userText } };
      const messages = [{ role: 'user', content: userText ?? 'Continue.' }];
      const result = await agent.invoke({ messages }, { ...config, recursionLimit: 10 + (invocation += 1) });
      const state = await agent.graph.getState(config);
      const waiting = state.tasks.flatMap((task) => task.interrupts.map(({ value }) => value));
      const finished: unknown[] = [
        ...result.messages,
        ...state.tasks.flatMap((task) => Object(task.result).messages ?? []),
      ];
      return (requested: readonly SuiteCall[]) =>
        requested.map(({ id }): SuiteOutcome => {
          const asked = waiting.find(({ toolCall }) => toolCall.id === id);
          if (asked) return { kind: 'waiting', approvalId: asked.approvalId };
          const message = finished.findLast(
            (each) => ToolMessage.isInstance(each) && each.tool_call_id === id,
          );
          return { kind: 'result', text: ToolMessage.isInstance(message) ? message.text : 'nothing' };
        });
    }
  },
});
