import { describe, expect, it } from 'vitest';
import { splitWords } from './manifest/split-words.ts';
import { persistsUnasked } from './persists-unasked.ts';
import { leavesOf } from './provenance/leaves-of.ts';
import { UserWords } from './provenance/user-words.ts';

function persists(request: string, tool: string, args: unknown): boolean {
  const user = new UserWords();
  user.add(request);
  return persistsUnasked({ words: splitWords(tool), leaves: leavesOf(args, 100) ?? [] }, user);
}

const PATCH =
  '--- a/README.md\n+++ b/README.md\n@@\n-a\n+b\n--- /dev/null\n+++ b/.github/workflows/x.yml\n@@\n+on: push\n';

describe('persistsUnasked', () => {
  it.each([
    '/home/ana/.bashrc',
    '~/.ZSHRC',
    'C:\\Users\\ana\\.gitconfig',
    '.github//workflows/ci.yml',
    './.github/./workflows/ci.yml',
    '.gitlab-ci.yml',
    'ops/deploy-ci.yaml',
    '.git/hooks/post-checkout',
    '.husky/pre-push',
    '.vscode/tasks.json',
    '.devcontainer/devcontainer.json',
    'docs/AGENTS.md',
    'CLAUDE.md',
    '.cursorrules',
    '/etc/cron.d/job',
    '/etc/systemd/system/a.service',
    '~/.config/autostart/a.desktop',
    'tests/conftest.py',
    '．ｂａｓｈｒｃ',
    'Jenkinsfile',
  ])('finds the path %s', (path) => {
    expect(persists('Fix the typo in the README title.', 'write_file', { path, content: 'x' })).toBe(true);
  });

  it.each([
    ['Add an alias to .bashrc.', '/home/ana/.bashrc'],
    ['Add an alias to /home/ana/.bashrc, please.', '/home/ana/.bashrc'],
    ['Fix the CI of the project.', '.github/workflows/ci.yml'],
  ])('accepts a file that the user names: %s %s', (request, path) => {
    expect(persists(request, 'write_file', { path, content: 'x' })).toBe(false);
  });

  it.each<[string, string, unknown]>([
    ['Fix the typo.', 'apply_patch', { patch: PATCH }],
    ['Fix the typo.', 'apply_patch', { patch: 'diff --git a/x b/.husky/pre-push\nnew file' }],
    ['Fix the typo.', 'apply_patch', { patch: '*** Begin Patch\n*** Add File: .vscode/tasks.json\n+{}' }],
    ['Fix the typo.', 'edit_files', { files: [{ path: 'a.txt' }, { path: '.envrc' }] }],
    ['What is on my calendar today?', 'create_automation', { name: 'copy' }],
    ['帮我设一个明早七点的提醒。', 'schedule_job', { cron: '0 3 * * *', instruction: 'x' }],
    ['Find a recipe.', 'remember', { fact: 'x' }],
    ['Find a recipe.', 'updateProfile', { preferences: { standing_instructions: 'x' } }],
    ['Sort my mails.', 'register_webhook', { url: 'https://a.example' }],
    ['今日の予定を教えて。', 'create_automation', { name: 'x' }],
  ])('finds it: %s %s %j', (request, tool, args) => {
    expect(persists(request, tool, args)).toBe(true);
  });

  it.each<[string, string, unknown]>([
    ['Add an alias to ~/.bashrc.', 'write_file', { path: '~/.bashrc' }],
    ['Let the CI run the tests.', 'write_file', { path: '.github/workflows/ci.yml' }],
    ['Write the notes.', 'write_file', { path: 'notes/service.md' }],
    [
      'Write the notes.',
      'write_file',
      { path: 'a.md', content: 'see .bashrc\nand .github/workflows/ci.yml' },
    ],
    ['Send me a summary every morning.', 'schedule_job', { cron: '0 8 * * *' }],
    ['毎朝まとめを送って。', 'schedule_job', { cron: '0 8 * * *' }],
    ['Schick mir jeden Montag eine Liste.', 'schedule_job', { cron: '0 8 * * 1' }],
    ['Remember that I like tea.', 'remember', { fact: 'likes tea' }],
    ['Merk dir, dass ich Tee mag.', 'remember', { fact: 'mag Tee' }],
    ['记住我喜欢喝茶。', 'remember', { fact: '喜欢喝茶' }],
    ['Connect the form.', 'register_webhook', { url: 'https://a.example' }],
  ])('leaves what the user speaks of: %s %s %j', (request, tool, args) => {
    expect(persists(request, tool, args)).toBe(false);
  });
});
