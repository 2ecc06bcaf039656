import { StringDecoder } from 'node:string_decoder';
import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  type Transport,
} from '@modelcontextprotocol/server';

/** A message without an end in sight; the connection is given up. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

/**
 * Messages over two streams, one JSON text a line.
 * The SDK's own transport checks each message against the protocol's schemas, and then the server does so again; here
 * that second check is the only one, which spares every call the larger part of the way in.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxLineLength: number;
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';
  #isClosed = false;

  constructor(input: Readable, output: Writable, maxLineLength = STDIO_DEFAULT_MAX_BUFFER_SIZE) {
    this.#input = input;
    this.#output = output;
    this.#maxLineLength = maxLineLength;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('error', this.#tell);
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
    this.#output.on('error', this.#fail);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The connection is closed.'));
    return new Promise((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off('data', this.#read);
    this.#input.off('error', this.#tell);
    this.#input.off('end', this.#end);
    this.#input.off('close', this.#end);
    // The output keeps its listener: a host that has gone must not crash the process afterwards.
    if (this.#input.listenerCount('data') === 0) this.#input.pause();
    this.#rest = '';
    this.onclose?.();
  }

  readonly #read = (chunk: Buffer): void => {
    const text = this.#decoder.write(chunk);
    if (text.includes('\n')) {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.#receive(line);
    } else {
      this.#rest += text;
    }
    if (this.#rest.length > this.#maxLineLength) {
      this.#fail(new LineTooLongError(`A message is longer than ${this.#maxLineLength} characters.`));
    }
  };

  #receive(line: string): void {
    // Hosts on Windows begin their stream with a mark that JSON does not know.
    const message = parse(line.startsWith('\uFEFF') ? line.slice(1) : line);
    if (message === undefined || this.#isClosed) return;
    if (isMessage(message)) this.onmessage?.(message);
    else this.#tell(new Error('A line is JSON but no JSON-RPC message.'));
  }

  readonly #tell = (error: Error): void => this.onerror?.(error);

  readonly #end = (): void => void this.close();

  readonly #fail = (error: Error): void => {
    if (this.#isClosed) return;
    this.#tell(error);
    this.#end();
  };
}

// Hosts and shells print other things too; what is not JSON is passed over.
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// Only whether it is one; which one, and whether it is well formed, the protocol finds out.
function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}
