#!/usr/bin/env node
const { node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);
// Before the server is loaded, because an older Node lacks modules that it imports.
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `The server did not start. Node ${node} is too old for Sekisho. Install Node 24, or 22.22.3 or newer of Node 22, and start the program again.\n`,
  );
  process.exitCode = 1;
} else {
  const { runServer } = await import('./run-server.ts');
  runServer();
}
