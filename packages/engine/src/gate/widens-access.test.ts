import { describe, expect, it } from 'vitest';
import { UserWords } from './provenance/user-words.ts';
import { widensAccess } from './widens-access.ts';

function widens(request: string, args: unknown): boolean {
  const user = new UserWords();
  user.add(request);
  return widensAccess(args, user);
}

describe('widensAccess', () => {
  it.each<[string, unknown]>([
    ['Post our photo for my friends.', { audience: 'public' }],
    ['Set the default branch to main.', { visibility: 'PUBLIC' }],
    ['Share the file with Ann.', { general_access: 'anyone_with_link' }],
    ['Share the file with Ann.', { generalAccess: 'anyoneWithLink' }],
    ['Set my reply for colleagues.', { status: 'everyone' }],
    ['Update the page.', { settings: { sharing: [{ scope: 'world' }] } }],
    ['Update the bucket.', { access: 'public_read' }],
    ['Create a gist.', { public: true }],
    ['Create a gist.', { isPublic: 'true' }],
    ['Create a gist.', { isPublic: 'True' }],
    ['Create a gist.', { public: ' YES ' }],
    ['Push the branch.', { force: 'TRUE' }],
    ['Add Bo to the project.', { permission: 'admin' }],
    ['Add Bo to the project.', { role: 'OWNER' }],
    ['Push the branch.', { force: true }],
    ['Apply the stack.', { auto_approve: true }],
    ['Commit it.', { no_verify: true }],
    ['Commit it.', { skipChecks: true }],
    ['Reply to Ann.', { reply_all: true }],
    ['予定を自分用に入れて。', { visibility: 'public' }],
    ['Share the file with Ann, she should read it.', { role: 'editor' }],
    ['Gib Ole Lesezugriff auf den Kalender.', { level: 'write' }],
    ['Add Leo as a collaborator, for reading.', { permission: 'push' }],
    ['Make my profile visible to my team.', { visible_to: 'organisation' }],
    ['Send a summary of my file to the practice.', { scope: 'everything' }],
    ['Set up a meeting.', { allow_anonymous: true }],
    ['Set up a meeting.', { waiting_room: false }],
    ['Share it with a link.', { require_login: 'false' }],
    ['Share it with a link.', { require_login: 'off' }],
    ['Share it with a link.', { require_login: 'No' }],
    ['Remove the file.', { permanent: true }],
    ['The republican newsletter is due.', { audience: 'public' }],
  ])('is true for %s %j', (request, args) => {
    expect(widens(request, args)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['Make the repository public.', { visibility: 'public' }],
    ['リポジトリを公開して。', { visibility: 'public' }],
    ['Mach die Seite öffentlich.', { visibility: 'public' }],
    ['Publie le message pour tout le monde.', { audience: 'everyone' }],
    ['把页面公开。', { visibility: 'public' }],
    ['페이지를 공개로 바꿔 줘.', { visibility: 'public' }],
    ['Haz pública la página.', { visibility: 'public' }],
    ['Force push the branch.', { force: true }],
    ['Make Bo an admin.', { permission: 'admin' }],
    ['Answer all of them.', { reply_all: true }],
    ['Share the file with Ann.', { general_access: 'restricted', public: false, force: false }],
    ['Let Ann edit the file.', { role: 'editor' }],
    ['編集できるように共有して。', { role: 'editor' }],
    ['Gib Ole Schreibzugriff.', { level: 'write' }],
    ['Show it to the whole company.', { visibility: 'company' }],
    ['Send my whole file.', { scope: 'everything' }],
    ['資料を全部送って。', { scope: 'everything' }],
    ['Set up a meeting without a waiting room.', { waiting_room: false }],
    ['Share it.', { notify: false, draft: false }],
    ['Post it.', { text: 'A public holiday for everyone' }],
    ['Set the status.', { status: 'done', role: 'reader' }],
    ['Answer Ann.', { reply_sent: true, all_day: true }],
  ])('is false for %s %j', (request, args) => {
    expect(widens(request, args)).toBe(false);
  });

  it('ends for arguments that contain themselves', () => {
    const args: Record<string, unknown> = {};
    args['self'] = args;
    expect(widens('Hello', args)).toBe(false);
  });
});
