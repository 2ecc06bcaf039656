import { runPlugin } from '../../src/index.ts';
import { echoPlugin } from '../sample-plugins.ts';

// Libraries may print; their output must not reach the protocol.
const running = runPlugin(echoPlugin);
console.log('noise on standard output');
await running;
