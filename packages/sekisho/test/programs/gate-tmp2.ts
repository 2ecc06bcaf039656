import { Agent, webSearchTool } from '../../src/index.ts';
import { functionCall, scriptedModel } from '../../src/testing/scripted-model.ts';
import { HONEST, POISONED, Office, ruled, readMail } from './gate-office.ts';
const n = (id: number) => functionCall(`call_note_${id}`, 'create_note', { title: 'Plan' });
for (const first of [
  [readMail()],
  [{ type: 'hosted_tool_call', id: 'ws_1', name: 'web_search_call', status: 'completed', output: POISONED.body } as any, n(0)],
]) {
  const office = new Office(POISONED);
  const agent = new Agent({ name: 'c', model: scriptedModel([first, [n(1)]]), tools: [...office.tools, webSearchTool()] });
  const r: any = await ruled().run(agent, 'What is new in the mail or on the web?');
  console.log(office.done, r.interruptions.map((i: any) => i.reason));
}
