import { expect, it } from 'vitest';
import type { AIConversationResponder } from '../src/chat/conversation/ai-conversation-responder.ts';
import { describeOnEachStore } from './each-store.ts';
import { startService, USERS } from './start-service.ts';

const steps = [{ seq: 1, name: '準備', basis: 'goal', offsetDays: -5 }];
const answerWith = (...contents: string[]): AIConversationResponder => ({
  generateResponse: async () => ({
    ok: true,
    content: contents.shift() ?? 'はい。',
    usage: { totalTokens: 3 },
    model: 'm',
    retryCount: 0,
  }),
});

describeOnEachStore('changes and deletions over HTTP', (createLocation) => {
  const open = async (responder?: AIConversationResponder) => {
    const { env, dataDir } = await createLocation();
    const service = startService(env, { dataDir, ...(responder === undefined ? {} : { responder }) });
    const audited = () => service.lines.map((line) => JSON.parse(line));
    return { ...service, audited };
  };

  it('renames a session, changes the context of the next prompt, and rejects an old version', async () => {
    const { call, simulator, audited } = await open();
    const { json: created } = await call('POST', '/ai-agent/sessions', {
      context: { industry: '製造業' },
      title: '採用',
    });
    expect(created).toMatchObject({ title: '採用', version: 1 });
    const path = `/ai-agent/sessions/${created.id}`;
    const changed = await call('PATCH', path, { version: 1, title: null, context: { industry: '小売業' } });
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...created, title: null, context: { industry: '小売業' }, version: 2 },
    ]);
    const stale = await call('PATCH', path, { version: 1, title: 'b' });
    expect([stale.status, stale.json.code, stale.json.version]).toEqual([409, 'VersionConflict', 2]);
    await call('POST', `${path}/messages`, { message: 'こんにちは' });
    expect(JSON.stringify(simulator.journal.at(-1)?.body)).toContain('小売業');
    expect(audited()[0]).toMatchObject({ event: 'session.changed', userId: 'alice', sessionId: created.id });
  });

  it('deletes a session with all its data, once, and records it in the audit log', async () => {
    const { call, audited } = await open();
    const { json: created } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${created.id}`;
    await call('POST', `${path}/messages`, { message: '秘密の話' }, { 'idempotency-key': 'k' });
    expect((await call('DELETE', `${path}?version=2`)).json.code).toBe('VersionConflict');
    expect((await call('DELETE', `${path}?version=1`)).status).toBe(204);
    const calls = [
      await call('GET', path),
      await call('GET', `${path}/messages`),
      await call('POST', `${path}/messages`, { message: '秘密の話' }, { 'idempotency-key': 'k' }),
      await call('DELETE', path),
    ];
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(audited().at(-1)).toMatchObject({
      event: 'session.deleted',
      userId: 'alice',
      sessionId: created.id,
    });
    expect(JSON.stringify(audited())).not.toContain('秘密');
  });

  it('deletes a session after the response in progress', async () => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { call } = await open({
      generateResponse: async () => {
        asked.resolve();
        await released.promise;
        return { ok: true, content: 'はい。', usage: { totalTokens: 3 }, model: 'm', retryCount: 0 };
      },
    });
    const { json: created } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${created.id}`;
    const answer = call('POST', `${path}/messages`, { message: 'a' });
    await asked.promise;
    const removal = call('DELETE', path);
    const late = call('POST', `${path}/messages`, { message: 'b' });
    released.resolve();
    expect((await Promise.all([answer, removal, late])).map(({ status }) => status)).toEqual([200, 204, 404]);
  });

  it('returns NotFound when another process deleted the session during the response', async () => {
    const { env, dataDir } = await createLocation();
    const other = startService(env, { dataDir });
    const { call } = startService(env, {
      dataDir,
      responder: {
        generateResponse: async () => {
          await other.call('DELETE', path);
          return { ok: true, content: 'はい。', usage: { totalTokens: 3 }, model: 'm', retryCount: 0 };
        },
      },
    });
    const { json: created } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${created.id}`;
    const lost = await call('POST', `${path}/messages`, { message: 'a' });
    expect([lost.status, lost.json.code]).toEqual([404, 'NotFound']);
  });

  it('changes and deletes templates and cases in the order of their dependency', async () => {
    const { call, audited } = await open();
    const { json: template } = await call('POST', '/process-templates', {
      name: '採用',
      stepTemplates: steps,
    });
    await call('POST', '/process-templates', { name: '入社', stepTemplates: steps });
    const path = `/process-templates/${template.id}`;
    const { json: started } = await call('POST', `${path}/cases`, { goalDate: '2027-03-31' });
    const casePath = `/cases/${started.id}`;

    const taken = await call('PATCH', path, { version: 1, name: '入社' });
    expect([taken.status, taken.json.code, taken.json.proposedName]).toEqual([
      409,
      'NameConflict',
      '入社 (2)',
    ]);
    const broken = await call('PATCH', path, { version: 1, stepTemplates: [{ ...steps[0], basis: 'prev' }] });
    expect([broken.status, broken.json.errorClass]).toEqual([400, 'FirstStepBasis']);
    const more = [...steps, { seq: 2, name: '面接', basis: 'prev', offsetDays: 3, dependsOn: [1] }];
    const changed = await call('PATCH', path, { version: 1, name: '採用（東京）', stepTemplates: more });
    expect([changed.status, changed.json.version, changed.json.stepTemplates.length]).toEqual([200, 2, 2]);
    const stale = await call('PATCH', path, { version: 1, name: 'c' });
    expect([stale.json.code, stale.json.version]).toEqual(['VersionConflict', 2]);
    expect((await call('GET', casePath)).json.steps).toEqual(started.steps);

    const renamed = await call('PATCH', casePath, { version: 1, name: '春の採用' });
    expect([renamed.status, renamed.json.name, renamed.json.version]).toEqual([200, '春の採用', 2]);
    expect((await call('PATCH', casePath, { version: 1, name: 'c' })).json.code).toBe('VersionConflict');
    const used = await call('DELETE', path);
    expect([used.status, used.json.code]).toEqual([409, 'TemplateInUse']);
    expect((await call('DELETE', `${casePath}?version=1`)).json.code).toBe('VersionConflict');
    expect((await call('DELETE', `${casePath}?version=2`)).status).toBe(204);
    expect((await call('DELETE', `${path}?version=2`)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', casePath)).status).toBe(404);
    const events = audited().map(({ event }) => event);
    expect(events.filter((event) => event !== 'template.refused')).toEqual([
      'template.changed',
      'case.changed',
      'case.deleted',
      'template.deleted',
    ]);
  });

  it('shows a case to an assignee, who may change the own steps only, and records each change', async () => {
    const { call, audited } = await open();
    const bob = { authorization: `Bearer ${USERS.bob}` };
    const more = [...steps, { seq: 2, name: '面接', basis: 'prev', offsetDays: 3 }];
    const { json: template } = await call('POST', '/process-templates', {
      name: '採用',
      stepTemplates: more,
    });
    const { json: begun } = await call('POST', `/process-templates/${template.id}/cases`, {
      goalDate: '2027-03-31',
    });
    const path = `/cases/${begun.id}`;
    const stepPath = (index: number) => `${path}/steps/${begun.steps[index].id}`;
    expect((await call('GET', path, undefined, bob)).status).toBe(404);
    expect((await call('PATCH', stepPath(0), { version: 1, status: 'doing' }, bob)).status).toBe(404);
    await call('PATCH', stepPath(1), { version: 1, assignee: 'bob' });

    expect((await call('GET', path, undefined, bob)).json).toMatchObject({ owner: 'alice', version: 2 });
    expect((await call('GET', '/cases', undefined, bob)).json.items).toMatchObject([{ id: begun.id }]);
    expect((await call('GET', `${path}/export?format=csv`, undefined, bob)).status).toBe(200);
    const done = await call('PATCH', stepPath(1), { version: 2, status: 'done' }, bob);
    expect([done.status, done.json.steps[1].status]).toEqual([200, 'done']);
    expect(audited().at(-1)).toMatchObject({
      event: 'case.changed',
      userId: 'bob',
      caseId: begun.id,
      stepId: begun.steps[1].id,
    });
    const goal = { goalDate: '2027-04-30' };
    const attempts: [string, string, unknown?][] = [
      ['PATCH', stepPath(0), { version: 3, status: 'done' }],
      ['PATCH', path, { version: 3, name: 'c' }],
      ['POST', `${path}/replan/preview`, goal],
      ['POST', `${path}/replan/apply`, { ...goal, version: 3 }],
      ['DELETE', path],
    ];
    for (const [method, to, body] of attempts)
      expect((await call(method, to, body, bob)).json).toMatchObject({ status: 403, code: 'Forbidden' });
    expect((await call('GET', path)).json).toMatchObject({ version: 3, goalDate: '2027-03-31' });
    // Who passes a step on does not see the case any more.
    await call('PATCH', stepPath(1), { version: 3, assignee: null }, bob);
    expect((await call('GET', path, undefined, bob)).status).toBe(404);
  });

  it('searches sessions, templates and cases', async () => {
    const { call } = await open();
    const { json: created } = await call('POST', '/ai-agent/sessions', { title: 'ﾃﾝﾌﾟﾚの相談' });
    await call('POST', '/ai-agent/sessions', {});
    const { json: template } = await call('POST', '/process-templates', {
      name: 'ＩＴ採用',
      stepTemplates: steps,
    });
    const { json: started } = await call('POST', `/process-templates/${template.id}/cases`, {
      goalDate: '2027-03-31',
    });
    const find = async (path: string, q: string) =>
      (await call('GET', `${path}?q=${encodeURIComponent(q)}`)).json.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await find('/ai-agent/sessions', ' テンプレ ')).toEqual([created.id]);
    expect(await find('/ai-agent/sessions', '')).toHaveLength(2);
    expect(await find('/process-templates', 'it採用')).toEqual([template.id]);
    expect(await find('/cases', '準備')).toEqual([started.id]);
    expect(await find('/cases', 'ない')).toEqual([]);
  });

  it('stores one rating for each response, and removes it on request', async () => {
    const { call, audited } = await open();
    const { json: created } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${created.id}/messages`;
    const { json: reply } = await call('POST', path, { message: 'こんにちは' });
    const [question, answer] = reply.conversation;
    const feedbackPath = `${path}/${answer.id}/feedback`;
    expect(answer.feedback).toBeNull();
    expect((await call('PUT', feedbackPath, { rating: 'good' })).json.feedback).toMatchObject({
      rating: 'good',
      comment: null,
    });
    const rated = await call('PUT', feedbackPath, { rating: 'bad', comment: '期限の質問が抜けています。' });
    expect(rated.json).toMatchObject({
      id: answer.id,
      feedback: { rating: 'bad', comment: '期限の質問が抜けています。' },
    });
    expect((await call('GET', path)).json.items).toEqual([question, rated.json]);
    const refused = await call('PUT', `${path}/${question.id}/feedback`, { rating: 'good' });
    expect([refused.status, refused.json.code]).toEqual([400, 'NotAnAnswer']);
    expect((await call('PUT', `${path}/none/feedback`, { rating: 'good' })).status).toBe(404);
    expect((await call('PUT', feedbackPath, { rating: 'great' })).status).toBe(400);
    expect((await call('DELETE', feedbackPath)).status).toBe(204);
    expect((await call('GET', path)).json.items[1].feedback).toBeNull();
    expect(
      audited()
        .filter(({ event }) => event === 'feedback.given')
        .map(({ rating }) => rating),
    ).toEqual(['good', 'bad', 'none']);
    expect(JSON.stringify(audited())).not.toContain('抜けて');
    expect((await call('GET', '/metrics')).text).toContain('chat_feedback_total{rating="bad"} 1');
  });

  it('stores the warnings of a response: another language, and invalid JSON', async () => {
    const { call, audited } = await open(
      answerWith('What is the goal?', 'Which goal do you have?\n```json\n{oops}\n```'),
    );
    const { json: created } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${created.id}/messages`;
    const { status, json } = await call('POST', path, { message: 'a' });
    const warnings = ['NotJapanese', 'InvalidStructuredJson'];
    expect([status, json.aiResponse.isFallback, json.aiResponse.isRepaired]).toEqual([200, false, true]);
    expect(json.aiResponse.content).toContain('Which goal');
    expect([json.aiResponse.warnings, json.usage.tokens]).toEqual([warnings, 6]);
    expect((await call('GET', path)).json.items).toEqual(json.conversation);
    expect(json.conversation[1].warnings).toEqual(warnings);
    expect(audited()[0]).toMatchObject({ event: 'chat.answered', warnings, errorClass: 'JsonParseError' });
    expect((await call('GET', '/metrics')).text).toContain(
      'chat_warnings_total{code="InvalidStructuredJson"} 1',
    );
  });

  it('responds to English in Japanese without an API key, and returns all times in one format', async () => {
    const { call } = await open();
    const created = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${created.json.id}/messages`;
    const { json } = await call('POST', path, { message: 'I need a process for hiring in retail' });
    expect(json.aiResponse.text).toMatch(/ありがとうございます/);
    expect(json.aiResponse.warnings).toEqual([]);
    const template = await call('POST', '/process-templates', { name: 'a', stepTemplates: steps });
    const started = await call('POST', `/process-templates/${template.json.id}/cases`, {
      goalDate: '2027-03-31',
    });
    const history = await call('GET', path);
    const texts = [created, template, started, history, { text: JSON.stringify(json) }].map(
      ({ text }) => text,
    );
    const times = texts.flatMap((text) =>
      [...text.matchAll(/"createdAt":([^,}]+)/g)].map(([, time]) => time),
    );
    expect(times).toHaveLength(7);
    for (const time of times) expect(time).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/);
  });
});
