// Explains what to do when npm scripts run on a Node version that cannot run TypeScript sources.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old for the sources. Run "npm ci" first: it installs Node 24 as a development dependency, ` +
      'and npm scripts use it. If it is missing, allow its install script with "npm install-scripts approve node" and run "npm ci" again.',
  );
  process.exit(1);
}
