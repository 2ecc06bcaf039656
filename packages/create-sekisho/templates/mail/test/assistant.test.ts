import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAssistant, createGate } from '../src/assistant.ts';
import { Mailbox } from '../src/mailbox.ts';
import { credulousModel, simulatedModel } from '../src/simulated-model.ts';

const TASK = 'Reply to the mail about the contract that it is signed.';

test('the reply that the user asked for is sent without a question', async () => {
  const mailbox = new Mailbox();
  const honest = simulatedModel([
    { name: 'search_mail', arguments: { words: 'contract' } },
    { name: 'send_mail', arguments: { to: 'ken@partner.example', subject: 'Contract', body: 'Signed.' } },
  ]);
  const assistant = createAssistant(mailbox, honest);
  const gate = createGate(assistant, 'memory');
  const { interruptions } = await gate.run(assistant, TASK);
  assert.deepEqual(interruptions, []);
  assert.deepEqual(
    mailbox.sent.map(({ to }) => to),
    ['ken@partner.example'],
  );
  await gate.close();
});

test('a mail that the user did not ask for waits for a person, and is not sent after a denial', async () => {
  const mailbox = new Mailbox();
  const assistant = createAssistant(mailbox, credulousModel());
  const gate = createGate(assistant, 'memory');
  const { run_id: runId, interruptions } = await gate.run(assistant, TASK);
  const [request] = interruptions;
  assert.match(request?.prompt ?? '', /eve@evil\.example/);
  await gate.approveAndResume(runId, request?.approval_id ?? '', { decision: 'deny', by: { id: 'test' } });
  assert.deepEqual(
    mailbox.sent.map(({ to }) => to),
    ['ken@partner.example'],
  );
  assert.ok((await gate.verifyExecutionLog()).ok);
  await gate.close();
});
