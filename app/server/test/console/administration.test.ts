import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, startConsole, until } from './start-console.ts';

describe('policies', () => {
  it('are changed by version, recorded, and applied to new runs', async () => {
    const { call, as, play, statusOf } = await startConsole();
    const before = (await call('GET', '/api/policies/balanced')).json;
    expect(before).toMatchObject({ version: 0, is_changed: false });
    const profile = { ...before.profile, limits: { ...before.profile.limits, spend: 10 } };
    const change = { version: 0, profile };
    expect((await call('PUT', '/api/policies/balanced', change)).status).toBe(403);
    const changed = await call('PUT', '/api/policies/balanced', change, as('root'));
    expect(changed.json).toMatchObject({ version: 1, is_changed: true, changed_by: 'root' });
    const stale = await call('PUT', '/api/policies/balanced', change, as('root'));
    expect([stale.status, stale.json]).toMatchObject([
      409,
      { code: 'VersionConflict', version: 1, changed_by: 'root' },
    ]);
    expect(await statusOf(await play('payments-benign'))).toBe('suspended');
    const { json } = await call('GET', '/api/audit?event=policy.changed');
    expect(json.items).toMatchObject([
      { decision: 'profile.changed', data: { by: 'root', profile: 'balanced' } },
    ]);
  });

  it('replace an open approval request when they change', async () => {
    const { call, as, play, pending } = await startConsole();
    const runId = await play('files-poisoned');
    const [question] = await pending(runId);
    const { profile } = (await call('GET', '/api/policies/balanced')).json;
    const stricter = { ...profile, limits: { ...profile.limits, writes: 5 } };
    await call('PUT', '/api/policies/balanced', { version: 0, profile: stricter }, as('root'));
    await call('POST', `/api/approvals/${question.approval_id}/decision`, {
      decision: 'approve',
      action_digest: question.action_digest,
    });
    await until(async () => (await pending(runId)).length === 1);
    const [again] = await pending(runId);
    expect(again.approval_id).not.toBe(question.approval_id);
    const started = await call('GET', `/api/audit?run_id=${runId}&event=tool.start&tool=delete_file`);
    expect(started.json.items).toEqual([]);
  });

  it('are rejected with the reason when they are invalid or do not match the name', async () => {
    const { call, as } = await startConsole();
    const { profile } = (await call('GET', '/api/policies/strict')).json;
    const wrong = { ...profile, decisions: { 'no.such-rule': 'allow' } };
    const refused = await call('PUT', '/api/policies/strict', { version: 0, profile: wrong }, as('root'));
    expect([refused.status, refused.json.code]).toEqual([422, 'PolicyInvalid']);
    expect(refused.json.detail).toContain('no.such-rule');
    const other = await call('PUT', '/api/policies/fast', { version: 0, profile }, as('root'));
    expect(other.json.code).toBe('PolicyInvalid');
    expect((await call('GET', '/api/policies/unknown')).status).toBe(404);
  });

  it('explain their rules in both languages, with the decision of each profile', async () => {
    const { call, as } = await startConsole();
    type Rule = { id: string; profiles: { profile: string; answer: string | null }[] };
    const read = async (): Promise<Rule[]> =>
      (await call('GET', '/api/rules', undefined, as('vera'))).json.items;
    const answers = (rules: Rule[], id: string) =>
      rules.find((rule) => rule.id === id)?.profiles.map(({ profile, answer }) => `${profile} ${answer}`);
    const rules = await read();
    expect(answers(rules, 'hazard.traversal')).toEqual(['strict deny', 'balanced deny', 'fast deny']);
    expect(answers(rules, 'read.not-asked')).toEqual(['strict needs_human', 'balanced off', 'fast off']);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(rules).toEqual(
      rules.map(() =>
        expect.objectContaining({ reason: { en: expect.any(String), ja: expect.any(String) } }),
      ),
    );
    const { profile } = (await call('GET', '/api/policies/balanced')).json;
    const own = {
      id: 'own.night',
      when: [{ attribute: 'tainted', is: true }],
      decision: 'needs_human',
      risk_level: 2,
      reason: { en: 'It is late.', ja: '夜間です。' },
      match: [{ tainted: true }],
      not_match: [{ tainted: false }],
    };
    const changed = {
      ...profile,
      extra_rules: [own],
      decisions: { ...profile.decisions, 'limit.spend': 'deny' },
    };
    await call('PUT', '/api/policies/balanced', { version: 0, profile: changed }, as('root'));
    const after = await read();
    expect(after.find(({ id }) => id === 'own.night')).toMatchObject({
      source: 'profile',
      reason: own.reason,
    });
    expect(answers(after, 'own.night')).toEqual(['strict null', 'balanced needs_human', 'fast null']);
    expect(answers(after, 'limit.spend')).toEqual([
      'strict needs_human',
      'balanced deny',
      'fast needs_human',
    ]);
  });

  it('explain every rule in the decisions of the playground', async () => {
    const { call, play } = await startConsole();
    const { scenarios } = (await call('GET', '/api/playground')).json;
    for (const { id } of scenarios) await play(id);
    const known = (await call('GET', '/api/rules')).json.items.map(({ id }: { id: string }) => id);
    const { items } = (await call('GET', '/api/audit?event=gate.decision&limit=200')).json;
    const named = items.flatMap(({ data }: { data: { rule_ids: string[] } }) => data.rule_ids);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id: string) => !known.includes(id))).toEqual([]);
  });

  it('are activated for new runs by an administrator', async () => {
    const { call, as, play } = await startConsole();
    expect((await call('PUT', '/api/policies/active', { name: 'strict' })).status).toBe(403);
    expect((await call('PUT', '/api/policies/active', { name: 'lax' }, as('root'))).status).toBe(404);
    const { json } = await call('PUT', '/api/policies/active', { name: 'strict' }, as('root'));
    expect(json.active).toBe('strict');
    const runId = await play('mail-benign');
    expect((await call('GET', `/api/runs/${runId}`)).json.profile).toBe('strict');
  });
});

describe('tools', () => {
  it('show the origin of their manifest and are confirmed by an administrator', async () => {
    const { call, as, play } = await startConsole();
    const { items } = (await call('GET', '/api/tools')).json;
    const named = (id: string) => items.find(({ tool_id: tool }: { tool_id: string }) => tool === id);
    expect(named('send_mail')).toMatchObject({ manifest_source: 'declared', manifest: { effect: 'send' } });
    expect(named('list_files')).toMatchObject({ manifest_source: 'guess', version: 0, confirmed_by: null });
    const manifest = {
      effect: 'admin',
      arguments: {},
      trusted_source: false,
      sensitive: false,
      idempotent: false,
    };
    const path = '/api/tools/list_files/manifest';
    expect((await call('PUT', path, { version: 0, manifest })).status).toBe(403);
    const confirmed = await call('PUT', path, { version: 0, manifest }, as('root'));
    expect(confirmed.json).toMatchObject({ manifest_source: 'confirmed', version: 1, confirmed_by: 'root' });
    const runId = await play('files-benign');
    const judged = await call('GET', `/api/audit?run_id=${runId}&event=gate.decision&tool=list_files`);
    expect(judged.json.items).toMatchObject([{ data: { effect: 'admin' } }]);
    expect((await call('DELETE', `${path}?version=7`, undefined, as('root'))).status).toBe(409);
    expect((await call('DELETE', `${path}?version=1`, undefined, as('root'))).status).toBe(204);
    const declared = await call('PUT', '/api/tools/send_mail/manifest', { version: 0, manifest }, as('root'));
    expect([declared.status, declared.json.code]).toEqual([422, 'ManifestInvalid']);
  });
});

describe('skills, doctor and status', () => {
  it('list skills with the problems of invalid ones', async () => {
    const folder = makeFolder();
    for (const [name, text] of [
      ['good', '---\nname: good\ndescription: Writes a good letter.\n---\n# Good\nWrite it.\n'],
      ['bad', '---\nname: [\n---\n'],
    ] as const) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'SKILL.md'), text);
    }
    const { call } = await startConsole({ SKILLS_DIR: folder });
    const { json } = await call('GET', '/api/skills');
    expect(json.items).toMatchObject([{ name: 'good', overview: 'Writes a good letter.' }]);
    const wrong = {
      severity: 'error',
      code: 'AGENTS-E-SKILL-PARSE',
      cause: { en: expect.any(String), ja: expect.stringMatching(/解析/) },
      remedy: { en: expect.any(String), ja: expect.stringMatching(/修正/) },
    };
    expect(json.diagnostics).toEqual(expect.arrayContaining([expect.objectContaining(wrong)]));
    const { skill_id: id } = json.items[0];
    expect((await call('GET', `/api/skills/${id}`)).json).toMatchObject({ skill_id: id, input_schema: {} });
    expect((await call('GET', '/api/skills/none')).status).toBe(404);
  });

  it('are empty without a skills folder', async () => {
    const { call } = await startConsole();
    expect((await call('GET', '/api/skills')).json).toEqual({ dir: null, items: [], diagnostics: [] });
  });

  it('report the status of the server', async () => {
    const { call, play } = await startConsole();
    await play('mail-poisoned');
    const doctor = (await call('GET', '/api/doctor')).json;
    expect(doctor.findings.map(({ id }: { id: string }) => id)).toContain('audit.chain');
    expect((await call('GET', '/api/status')).json).toMatchObject({
      policy: 'balanced',
      agents: ['mail-assistant', 'file-clerk', 'payment-clerk'],
      store: 'sqlite',
      mode: 'mock',
      pending_approvals: 2,
    });
  });
});

describe('the playground', () => {
  it('completes each harmless task and suspends each malicious one for a person', async () => {
    const { call, play, statusOf } = await startConsole();
    const { scenarios } = (await call('GET', '/api/playground')).json;
    expect(scenarios).toHaveLength(7);
    const ends = new Map<string, string>();
    for (const { id } of scenarios) ends.set(id, await statusOf(await play(id)));
    expect(Object.fromEntries(ends)).toEqual({
      'mail-benign': 'done',
      'mail-poisoned': 'suspended',
      'files-benign': 'done',
      'files-tidy': 'suspended',
      'files-poisoned': 'suspended',
      'payments-benign': 'done',
      'payments-poisoned': 'suspended',
    });
    expect((await call('POST', '/api/playground/runs', { scenario: 'x', language: 'en' })).status).toBe(404);
  });
});

describe('API tokens', () => {
  it('are created by administrators, shown once, stored as hashes, and invalid after revocation', async () => {
    const { call, as, dataDir } = await startConsole();
    expect((await call('GET', '/api/tokens')).status).toBe(403);
    const request = { name: 'ci', role: 'viewer' };
    const created = await call('POST', '/api/tokens', request, as('root'));
    expect(created.status).toBe(201);
    const { token, id } = created.json;
    const own = { authorization: `Bearer ${token}` };
    expect((await call('GET', '/api/session', undefined, own)).json.user).toEqual({
      id: 'ci',
      role: 'viewer',
    });
    const listed = await call('GET', '/api/tokens', undefined, as('root'));
    expect(listed.json.items).toMatchObject([{ id, name: 'ci', revoked_at: null }]);
    expect(listed.text).not.toContain(token);
    const { readFileSync } = await import('node:fs');
    for (const file of ['console.db', 'console.db-wal'])
      expect(readFileSync(join(dataDir, file)).includes(token)).toBe(false);
    expect((await call('DELETE', `/api/tokens/${id}`, undefined, as('root'))).status).toBe(204);
    expect((await call('GET', '/api/session', undefined, own)).status).toBe(401);
    const { json } = await call('GET', '/api/audit?event=policy.changed', undefined, as('root'));
    expect(json.items.map(({ decision }: { decision: string }) => decision)).toEqual([
      'token.revoked',
      'token.created',
    ]);
  });
});
