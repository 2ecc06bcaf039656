import { afterEach, describe, expect, it } from 'vitest';
import { doctor } from '../../src/facade/diagnostics.ts';
import { AUTHORITY_ATTACKS } from './authority/authority-attacks.ts';
import { AuthorityScene } from './authority/authority-scene.ts';
import { copyRun, type TamperedDatabase } from './authority/tampered-database.ts';

/** Verifies that write access to the database without the key cannot cause any execution. */
export function describeAuthority(name: string, open: () => Promise<TamperedDatabase>): void {
  describe(`${name}, modified without the key`, () => {
    const scenes: AuthorityScene[] = [];
    const newScene = async (secret?: Uint8Array) => {
      const scene = new AuthorityScene(await open(), secret);
      scenes.push(scene);
      return scene;
    };

    afterEach(async () => {
      for (const scene of scenes.splice(0)) await scene.close();
    });

    it('executes an approved call and verifies when nothing was modified', async () => {
      const scene = await newScene();
      await scene.approve(await scene.ask());
      expect(scene.erased).toEqual(['a']);
      expect(await scene.runner.verifyExecutionLog()).toMatchObject({
        ok: true,
        authority: { findings: [] },
      });
    });

    it.each(Object.entries(AUTHORITY_ATTACKS))('executes nothing and reports %s', async (_name, attack) => {
      const scene = await newScene();
      const { kind, id, erased = 0 } = await attack(scene);
      expect(scene.erased).toHaveLength(erased);
      const { ok, authority } = await scene.runner.verifyExecutionLog();
      expect(authority?.findings).toContainEqual(expect.objectContaining({ kind, id }));
      expect(ok).toBe(false);
      const report = await doctor(scene.runner);
      const found = report.findings.flatMap((each) => (each.id === 'audit.authority' ? [each.found.en] : []));
      expect(found.join('\n')).toContain(`The ${kind} "${id}"`);
      expect(report.ok).toBe(false);
    });

    it.each([
      ['another database with the same secret', Buffer.alloc(32, 7)],
      ['another installation', Buffer.alloc(32, 8)],
    ])('executes nothing of a run that was copied from %s', async (_name, secret) => {
      const other = await newScene(secret);
      const approval = await other.ask();
      const { token } = await other.runner.submitApproval(approval.approval_id, 'approve', {
        by: { id: 'mika' },
      });
      const scene = await newScene();
      await scene.ask();
      const tables = ['runs', 'steps', 'effects', 'approvals', 'tokens', 'grants'];
      await copyRun(other.database, scene.database, tables, approval.run_id);
      await scene.runner.resumeRun(approval.run_id, token).catch(() => undefined);
      expect(await scene.runner.verifyExecutionLog()).toMatchObject({ ok: false });
      await copyRun(other.database, scene.database, ['log'], approval.run_id);
      await scene.runner.resumeRun(approval.run_id, token).catch(() => undefined);
      expect(scene.erased).toEqual([]);
      expect(await scene.runner.verifyExecutionLog()).toMatchObject({ ok: false });
    });
  });
}
