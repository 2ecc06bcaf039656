// Says what to do when npm scripts run on a Node that cannot run the sources as they are.
import { isNewEnough } from './node-versions.mjs';

if (!isNewEnough(process.versions.node)) {
  console.error(
    `Node ${process.versions.node} is too old for the sources, which need 22.22.3, 24.15, 26 or newer. Run "npm ci" first: it installs Node 24 ` +
      'as a development dependency, and npm scripts use it. If it is missing, allow its install script with "npm install-scripts approve node" and run "npm ci" again.',
  );
  process.exit(1);
}
