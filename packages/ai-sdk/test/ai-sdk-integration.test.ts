import { crashableStore } from '@sekisho/engine/testing';
import { describeIntegration, type SuiteOutcome } from '@sekisho/engine/testing/vitest';
import { createAiThreads } from '../src/index.ts';
import { MANIFESTS, modelWith, officeTools, request } from './office.ts';

describeIntegration('with the AI SDK', {
  application: 'suite',
  integration: 'ai-sdk',
  open: async ({ directory, key, execute }) => {
    const { options, crash: crashStore } = crashableStore(directory);
    const threads = createAiThreads({ ...options, application: 'suite', manifests: MANIFESTS });
    const thread = await threads.open({ id: key });
    const tools = officeTools((name, args) =>
      execute({ tool: name === 'read_note' || name === 'send_mail' ? name : 'fails', args }),
    );
    let userText = '';
    return {
      say: async (text) => {
        userText = text;
        const asked = await threads.open({ id: key, userText });
        await asked.close();
      },
      respond: async (calls) => {
        const { content } = await request({
          model: modelWith(calls),
          tools,
          messages: [{ role: 'user', content: userText || 'Continue.' }],
          thread,
          steps: 1,
        });
        return calls.map(({ id }): SuiteOutcome => {
          for (const part of content) {
            if (part.type === 'tool-result' && part.toolCallId === id)
              return { kind: 'result', text: String(part.output) };
            if (part.type === 'tool-error' && part.toolCallId === id) throw part.error;
            if (part.type === 'tool-approval-response' && part.toolCall.toolCallId === id)
              return { kind: 'result', text: part.reason ?? '' };
          }
          const waiting = thread.pendingApprovals.find(({ call_key }) => call_key.startsWith(`${id}#`));
          return { kind: 'waiting', approvalId: waiting?.approval_id ?? '' };
        });
      },
      end: async ({ crash = false } = {}) => {
        if (crash) {
          crashStore();
          await threads.engine.close({ timeoutMs: 0 }).catch(() => undefined);
          return;
        }
        await thread.close();
        await threads.close();
      },
    };
  },
});
