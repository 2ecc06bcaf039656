import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Office } from '../../proxy/test/office.ts';
import { launchHook } from '../src/hook/launch.ts';
import { startUp, wordsOfCall } from '../src/hook/up.ts';

const MAIL = { to: 'bob@shop.example', body: 'Hello' };

it.for([
  ['Claude Code', { 'claudecode/toolUseId': 'toolu_1' }],
  ['Codex', { callId: 'toolu_1' }],
] as const)(
  'a joined hook of %s supplies the words of the user to the proxy',
  async ([, meta], { onTestFinished }) => {
    const office = new Office({ onTestFinished });
    const up = await startUp({ directory: office.data, port: 0 });
    const hook = (event: object) =>
      launchHook('claude', ['--data', office.data, '--deadline', '1'], {
        home: office.folder,
        input: Readable.from([JSON.stringify({ session_id: 's1', cwd: office.folder, ...event })]),
      });
    try {
      await hook({
        hook_event_name: 'UserPromptSubmit',
        prompt: 'Send a mail with the text Hello to bob@shop.example',
      });
      const call = { tool_name: 'mcp__office__send_mail', tool_input: MAIL, tool_use_id: 'toolu_1' };
      await hook({ hook_event_name: 'PreToolUse', ...call });
      const client = await office.connect({ args: ['--wait', '1'], wordsOf: wordsOfCall });
      const send = (id: Readonly<Record<string, string>>) =>
        client.callTool({ name: 'send_mail', arguments: MAIL, _meta: id });
      // Another call, of which no hook knows.
      expect(JSON.stringify(await send({ 'claudecode/toolUseId': 'toolu_2' }))).toContain('decision');
      expect(office.effects).toEqual([]);
      expect(JSON.stringify(await send(meta))).toContain('The mail was sent.');
      expect(office.effects).toEqual(['send_mail bob@shop.example']);
    } finally {
      await up.close();
    }
  },
);
