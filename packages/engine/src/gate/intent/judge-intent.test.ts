import { describe, expect, it } from 'vitest';
import { inferManifest } from '../manifest/infer-manifest.ts';
import { UserWords } from '../provenance/user-words.ts';
import { compareWording, judgeIntent } from './judge-intent.ts';

function intentOf(userText: string, name: string, named: Partial<Parameters<typeof judgeIntent>[2]> = {}) {
  const user = new UserWords();
  user.add(userText);
  const { manifest, wording } = inferManifest({ name });
  const values = {
    namesTarget: false,
    hasUntrusted: false,
    namesCommand: false,
    isDelegating: user.isDelegating,
    ...named,
  };
  return judgeIntent(compareWording(wording, manifest.effect, user), manifest.effect, values);
}

describe('judgeIntent', () => {
  it.each([
    ['Please send an email to Bob', 'send_email'],
    ['Tell Bob by mail that I am late', 'send_message'],
    ['Schedule a meeting with Ann', 'create_calendar_event'],
    ['Adjust the rent payment', 'update_scheduled_transaction'],
    ['Send her 20 dollars', 'send_money'],
    ['Change my password', 'update_password'],
    ['Remove the old file', 'delete_file'],
    ['家賃を振り込んで', 'make_payment'],
    ['予定を作成して', 'create_event'],
  ])('recognizes that %j requests %s', (text, tool) => {
    expect(intentOf(text, tool)).toBe('asked');
  });

  it.each([
    ['Read the latest email from Bob', 'send_email'],
    ['Find a hotel and make a calendar event for it', 'reserve_hotel'],
    ['Create a file with a summary', 'delete_file'],
    ['Send Bob the article', 'send_money'],
    ["Put it on my list as 'delete the old files'", 'delete_file'],
    ['Check the car lock', 'unlock_car'],
  ])('recognizes that %j does not request %s', (text, tool) => {
    expect(intentOf(text, tool)).not.toBe('asked');
  });

  it('accepts a named recipient instead of the noun, but not for money', () => {
    expect(intentOf('Tell Yuki that dinner is ready', 'send_notification', { namesTarget: true })).toBe(
      'asked',
    );
    expect(intentOf('Buy tea from Yuki', 'transfer_crypto', { namesTarget: true })).not.toBe('asked');
  });

  it('does not accept a named container instead of the object when another value is untrusted', () => {
    const named = { namesTarget: true, hasUntrusted: true };
    expect(intentOf('Add a comment in acme/toolkit', 'merge_request', named)).not.toBe('asked');
  });

  it('recognizes a command that the user wrote', () => {
    expect(intentOf('what does docker ps say', 'execute_command', { namesCommand: true })).toBe('asked');
  });

  it('recognizes delegation when nothing was requested by name', () => {
    expect(intentOf('Do the tasks in the mail from Dan', 'create_file')).toBe('delegated');
  });
});
