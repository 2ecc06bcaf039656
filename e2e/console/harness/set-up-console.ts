import { afterAll, beforeAll } from 'vitest';
import { startBrowser, type PageOptions, type OpenPage, type TestBrowser } from './open-console.ts';
import { serverClient, type ServerClient } from './server-client.ts';
import { startServer, type TestServer } from './start-server.ts';

/** A server and a browser for the tests of one block. */
export interface ConsoleSetup {
  readonly server: TestServer;
  readonly browser: TestBrowser;
  /** A client with the role of an administrator. */
  readonly api: ServerClient;
  /** Opens a page of this server for a person. */
  readonly open: (path: string, look?: PageOptions) => Promise<OpenPage>;
}

/** Starts both before the tests of the block and stops both after them. */
export function setUpConsole(settings: Readonly<Record<string, string>> = {}): ConsoleSetup {
  let server: TestServer | undefined;
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(settings), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.dispose();
  });
  const setup: ConsoleSetup = {
    get server() {
      return requireStarted(server);
    },
    get browser() {
      return requireStarted(browser);
    },
    get api() {
      return serverClient(setup.server);
    },
    open: (path, look) => setup.browser.open(setup.server, path, look),
  };
  return setup;
}

function requireStarted<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The server and the browser are available only inside of tests.');
  return part;
}
