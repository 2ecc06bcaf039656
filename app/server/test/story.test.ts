import { expect, it } from 'vitest';
import { describeOnEachStore } from './each-store.ts';
import { startService } from './start-service.ts';

describeOnEachStore('one process from chat to plan over HTTP', (createLocation) => {
  it('leads from a first message to an exported plan', async () => {
    const { env, dataDir } = await createLocation();
    const { call } = startService(env, { dataDir });
    const session = await call('POST', '/ai-agent/sessions', {
      context: { region: '東京', compliance: '個人情報保護法' },
    });
    expect(session.status).toBe(201);
    const path = `/ai-agent/sessions/${session.json.id}/messages`;

    const words = [
      'テンプレートを作りたいです',
      '製造業です',
      '採用です',
      'エンジニアを2名迎えること',
      '2027年3月31日',
    ];
    const missing: number[] = [];
    let last: Awaited<ReturnType<typeof call>> | undefined;
    for (const message of words) {
      last = await call('POST', path, { message });
      expect(last.status).toBe(200);
      expect(last.json.aiResponse.text).toMatch(/[ぁ-ん]/);
      expect(last.json.aiResponse.text).not.toContain('```');
      expect(last.json.aiResponse.content).toContain('```json');
      expect(last.json.usage.tokens).toBeGreaterThan(0);
      missing.push(last.json.aiResponse.template.data.missing_information.length);
    }
    expect(missing).toEqual([4, 3, 2, 1, 0]);
    const draft = last?.json.aiResponse.template.createDto;
    expect(draft).toEqual(last?.json.aiResponse.template.data.process_template_draft);
    expect(draft.name).toBe('採用（製造業）');

    const template = await call('POST', '/process-templates', draft);
    expect(template.status).toBe(201);
    const again = await call('POST', '/process-templates', draft);
    expect([again.status, again.json.code, again.json.proposedName]).toEqual([
      409,
      'NameConflict',
      '採用（製造業） (2)',
    ]);

    const started = await call('POST', `/process-templates/${template.json.id}/cases`, {
      goalDate: '2027-03-31',
    });
    expect(started.status).toBe(201);
    expect(started.json.steps).toHaveLength(draft.stepTemplates.length);
    expect(started.json.steps.every(({ dueDate }: { dueDate: string }) => dueDate <= '2027-03-31')).toBe(
      true,
    );
    expect(started.json.criticalPath.at(-1)).toBe(draft.stepTemplates.length);

    const [first, second] = started.json.steps;
    const casePath = `/cases/${started.json.id}`;
    const done = await call('PATCH', `${casePath}/steps/${first.id}`, { version: 1, status: 'done' });
    const locked = await call('PATCH', `${casePath}/steps/${second.id}`, {
      version: 2,
      locked: true,
      assignee: '佐藤',
    });
    expect([done.status, locked.status, locked.json.version]).toEqual([200, 200, 3]);

    const preview = await call('POST', `${casePath}/replan/preview`, { goalDate: '2027-04-30' });
    const moved = preview.json.moves.map(({ stepId }: { stepId: string }) => stepId);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved).not.toContain(first.id);
    expect(moved).not.toContain(second.id);
    expect((await call('GET', casePath)).json.goalDate).toBe('2027-03-31');

    const stale = await call('POST', `${casePath}/replan/apply`, { goalDate: '2027-04-30', version: 1 });
    expect([stale.status, stale.json.code]).toEqual([409, 'VersionConflict']);
    const applied = await call('POST', `${casePath}/replan/apply`, { goalDate: '2027-04-30', version: 3 });
    expect(applied.json.moves).toEqual(preview.json.moves);
    const current = await call('GET', casePath);
    expect([current.json.goalDate, current.json.version]).toEqual(['2027-04-30', 4]);

    const csv = await call('GET', `${casePath}/export?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')).toHaveLength(draft.stepTemplates.length + 2);
    expect(csv.text).toContain('佐藤');
    const ics = await call('GET', `${casePath}/export?format=ics`);
    expect(ics.text.match(/BEGIN:VEVENT/g)).toHaveLength(draft.stepTemplates.length);
    expect(ics.text).toContain('SEQUENCE:4');

    const history = await call('GET', path);
    expect(
      history.json.items
        .filter(({ role }: { role: string }) => role === 'user')
        .map(({ content }: { content: string }) => content),
    ).toEqual(words);
  });

  it('streams prose first and the whole reply last', async () => {
    const { env, dataDir } = await createLocation();
    const { call } = startService(env, { dataDir });
    const { json } = await call('POST', '/ai-agent/sessions', {});
    const path = `/ai-agent/sessions/${json.id}/messages`;
    const { text, headers } = await call(
      'POST',
      path,
      { message: '製造業の採用です' },
      { accept: 'text/event-stream' },
    );
    expect(headers.get('content-type')).toContain('text/event-stream');
    const events = text
      .split('\n\n')
      .filter((block) => block.startsWith('event:'))
      .map((block) => ({
        name: /^event: (.*)$/m.exec(block)?.[1],
        data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? ''),
      }));
    const prose = events.flatMap(({ name, data }) => (name === 'delta' ? [data.text] : [])).join('');
    const reply = events.at(-1);
    expect(reply?.name).toBe('message');
    expect(prose.trim()).toBe(reply?.data.aiResponse.text);
    expect(events.filter(({ name }) => name === 'drafting')).toHaveLength(1);
    expect((await call('GET', path)).json.items).toHaveLength(2);
  });

  it('creates the same draft with a strict tool call', async () => {
    const { env, dataDir } = await createLocation();
    const { call, simulator } = startService({ ...env, AI_AGENT_STRATEGY: 'tool' }, { dataDir });
    const { json } = await call('POST', '/ai-agent/sessions', {
      context: { industry: '製造業', processType: '採用', goal: 'エンジニアを2名迎えること' },
    });
    const path = `/ai-agent/sessions/${json.id}/messages`;
    const reply = await call('POST', path, { message: '2027年3月31日' });
    expect(simulator.journal).toHaveLength(1);
    expect(simulator.journal[0]?.body).toMatchObject({ tools: [{ strict: true }] });
    const { template, text, content, isRepaired } = reply.json.aiResponse;
    expect([template.status, isRepaired]).toEqual(['ok', undefined]);
    expect(content).toMatch(/```json\n.*\n```$/);
    expect(text).not.toContain('```');
    expect((await call('POST', '/process-templates', template.createDto)).status).toBe(201);
  });
});
