import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));

function start(word: string, preload?: string) {
  const preloaded = preload === undefined ? [] : [`--import=${preload}`];
  const args = ['--conditions=@sekisho/source', ...preloaded, bin, word];
  const server = spawn(process.execPath, args, { env: {} });
  let reply = '';
  server.stderr.on('data', (piece) => void (reply += String(piece)));
  const ended = once(server, 'close').then(([code]) => ({ code: Number(code), reply }));
  return { server, ended };
}

/** Lets a process believe that it runs on another version of Node. */
const onNode = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

describe('the process of sekisho-iris', () => {
  it.each(['20.20.2', '22.12.0'])('names the version that it needs on Node %s', async (version) => {
    const { ended } = start('--version', onNode(version));
    expect(await ended).toEqual({
      code: 1,
      reply: `Node ${version} is too old for iris. Install Node 24, or 22.22.3 or newer of Node 22, and start it again.\nNode ${version} では iris は動作しません。Node 24、または 22.22.3 以降の Node 22 をインストールして、もう一度起動してください。\n`,
    });
  });

  it.each([['--help'], ['--version']])(
    'exits without an error when the reader closes the pipe of %s',
    async (word) => {
      const { server, ended } = start(word);
      server.stdout.destroy();
      expect(await ended).toEqual({ code: 0, reply: '' });
    },
  );

  it('delivers its responses to a slow host after the input was closed', async () => {
    const { server, ended } = start('--demo');
    const say = (message: object) =>
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    let heard = '';
    server.stdout.on('data', (piece) => void (heard += String(piece)));
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    say({ id: 0, method: 'initialize', params });
    await once(server.stdout, 'data');
    server.stdout.pause();
    say({ method: 'notifications/initialized' });
    for (let id = 1; id <= 300; id += 1) say({ id, method: 'tools/list' });
    await wait(500);
    server.stdin.end();
    await wait(1000);
    server.stdout.resume();
    expect(await ended).toEqual({ code: 0, reply: '' });
    expect(heard.trim().split('\n')).toHaveLength(301);
  });

  it('reports why it closes the connection when a message exceeds the limit', async () => {
    const { server, ended } = start('--demo');
    // The pipe breaks during the write.
    server.stdin.on('error', () => undefined);
    const piece = 'x'.repeat(1024 * 1024);
    for (let size = 0; size <= STDIO_DEFAULT_MAX_BUFFER_SIZE; size += piece.length) server.stdin.write(piece);
    const { reply } = await ended;
    expect(reply).toBe(`A message is longer than ${STDIO_DEFAULT_MAX_BUFFER_SIZE} characters.\n`);
  });
});
