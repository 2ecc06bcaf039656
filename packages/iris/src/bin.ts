#!/usr/bin/env node
const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
// Before anything else is loaded, because an older Node lacks functions that it imports.
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `Node ${node} is too old for iris. Install Node 24, or 22.22.3 or newer of Node 22, and start it again.\n` +
      `Node ${node} では iris は動作しません。Node 24、または 22.22.3 以降の Node 22 をインストールして、もう一度起動してください。\n`,
  );
  process.exitCode = 1;
} else {
  const { main } = await import('./main.ts');
  await main(process.argv.slice(2));
}
