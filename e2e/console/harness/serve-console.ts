import { runServer } from '../../../app/server/src/run-server.ts';

// The model of the demo answers at once: no test depends on the time in which it seems to think.
runServer(undefined, { thinkMs: 0 });
