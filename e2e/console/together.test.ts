import { describe, expect, it } from 'vitest';
import { keepScreenshot } from './harness/keep-screenshot.ts';
import { LANGUAGES, speakInbox, speakShell } from './harness/speak.ts';
import { sendNow } from './harness/send-now.ts';
import { setStage } from './harness/set-stage.ts';

describe.each(LANGUAGES)('two people, in %s', (language) => {
  const say = speakInbox(language);
  const stage = setStage();

  it('tells the second who was faster and when, and decides once', async () => {
    const [request] = await stage.api.ask('files-poisoned');
    const id = request?.approval_id ?? '';
    const mika = await stage.open(`/inbox?id=${id}`, { language });
    const ken = await stage.open(`/inbox?id=${id}`, { language, person: 'ken' });
    // Ken's browser hears no news, as on a bad line, so that both act on the same open request.
    await ken.page.route('**/api/events*', (route) => route.abort());
    await ken.page.reload();
    await ken.page.getByRole('button', { name: say('decide.approve'), exact: true }).waitFor();
    await mika.page.getByRole('button', { name: say('decide.deny'), exact: true }).click();
    await mika.page.getByRole('button', { name: say('reason.submitDeny') }).click();
    await sendNow(mika.page, language);
    await mika.page.getByText(say('result.started')).waitFor();
    await ken.page.getByRole('button', { name: say('decide.approve'), exact: true }).click();
    await sendNow(ken.page, language);
    const [before = ''] = say('conflict.decided', {
      who: say('decided.other', { name: 'mika' }),
      status: say('status.denied'),
      time: '{time}',
    }).split('{time}');
    const note = await ken.page.getByText(before).textContent();
    expect(note).toMatch(/\d{2}:\d{2}:\d{2}/u);
    await keepScreenshot(ken.page, `conflict-${language}`);
    expect(await stage.api.approval(id)).toMatchObject({ status: 'denied', decided_by: { id: 'mika' } });
    await Promise.all([mika.close(), ken.close()]);
  });

  it('greys a row that was decided elsewhere, in its place, and says by whom', async () => {
    const [request] = await stage.api.ask('files-poisoned');
    await stage.api.ask('mail-poisoned', 2);
    const ken = await stage.open('/inbox', { language, person: 'ken' });
    const row = ken.page.getByRole('listitem').filter({ hasText: 'delete_file' });
    await row.waitFor();
    const place = await row.getAttribute('aria-posinset');
    const { action_digest } = await stage.api.get<{ action_digest: string }>(
      `/api/approvals/${request?.approval_id}`,
    );
    await stage.api.post(`/api/approvals/${request?.approval_id}/decision`, {
      decision: 'approve',
      action_digest,
    });
    await row.getByText(say('decided.approved', { who: say('decided.other', { name: 'mika' }) })).waitFor();
    expect(await row.getAttribute('aria-posinset')).toBe(place);
    await ken.close();
  });

  it('shows a viewer everything and lets them decide nothing', async () => {
    const [request] = await stage.api.ask('files-poisoned');
    const vera = await stage.open(`/inbox?id=${request?.approval_id}`, {
      language,
      person: 'vera',
    });
    await vera.page.getByText(say('decide.viewer')).waitFor();
    await vera.page.keyboard.press('a');
    expect(await vera.page.getByRole('button', { name: say('decide.approve') }).count()).toBe(0);
    expect((await stage.api.approval(request?.approval_id ?? '')).status).toBe('pending');
    await vera.close();
  });

  it('loses no event when the server restarts', async () => {
    const { page, close } = await stage.open('/inbox', { language });
    await page.getByRole('list', { name: say('list.pending') }).waitFor();
    await stage.server.stop();
    await page.getByText(speakShell(language)('state.offline', { time: '' }).slice(0, 12)).waitFor();
    await keepScreenshot(page, `offline-${language}`);
    await stage.server.start();
    const [request] = await stage.api.ask('payments-poisoned');
    await page
      .getByRole('listitem')
      .filter({ hasText: request?.tool_id ?? '' })
      .waitFor();
    expect(
      await page.getByText(speakShell(language)('state.offline', { time: '' }).slice(0, 12)).count(),
    ).toBe(0);
    await close();
  });
});

describe.each(LANGUAGES)('time, in %s', (language) => {
  const stage = setStage({ APPROVAL_TTL_SEC: '12' });
  const say = speakInbox(language);

  it('closes a request that expires while it is open on the screen', async () => {
    const [request] = await stage.api.ask('files-poisoned');
    const { page, close } = await stage.open(`/inbox?id=${request?.approval_id}`, { language });
    await page.getByRole('button', { name: say('decide.deny'), exact: true }).waitFor();
    await page.getByText(say('decided.expired')).waitFor();
    expect(await page.getByRole('button', { name: say('decide.approve') }).count()).toBe(0);
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: say('held.now') }).count()).toBe(0);
    await keepScreenshot(page, `expired-${language}`);
    await close();
  });
});
