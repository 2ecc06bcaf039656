import { afterAll, beforeAll } from 'vitest';
import { startBrowser, type Look, type OpenPage, type TestBrowser } from './open-console.ts';
import { serverClient, type ServerClient } from './server-client.ts';
import { startServer, type TestServer } from './start-server.ts';

/** A server and a browser for the tests of one block. */
export interface Stage {
  readonly server: TestServer;
  readonly browser: TestBrowser;
  /** A client with the role of an administrator. */
  readonly api: ServerClient;
  /** Opens a page of this server for a person. */
  readonly open: (path: string, look?: Look) => Promise<OpenPage>;
}

/** Starts both before the tests of the block and stops both after them. */
export function setStage(settings: Readonly<Record<string, string>> = {}): Stage {
  let server: TestServer | undefined;
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(settings), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });
  const stage: Stage = {
    get server() {
      return requireStarted(server);
    },
    get browser() {
      return requireStarted(browser);
    },
    get api() {
      return serverClient(stage.server);
    },
    open: (path, look) => stage.browser.open(stage.server, path, look),
  };
  return stage;
}

function requireStarted<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The server and the browser are available only inside of tests.');
  return part;
}
