import { StringDecoder } from 'node:string_decoder';
import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  type Transport,
} from '@modelcontextprotocol/server';

/** A message that exceeds the length limit. The connection is closed. */
export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError';
}

/**
 * Transports messages over two streams, one JSON text per line.
 * The SDK's transport checks each message against the schemas of the protocol, and the server checks it again; here
 * only the server checks it, which removes most of the cost of receiving a message.
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
    this.#input.on('error', this.#reportError);
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
    this.#input.off('error', this.#reportError);
    this.#input.off('end', this.#end);
    this.#input.off('close', this.#end);
    // The output keeps its error listener, because a disconnected host must not crash the process.
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
    // Hosts on Windows begin their stream with a byte order mark, which JSON does not allow.
    const message = parse(line.startsWith('\uFEFF') ? line.slice(1) : line);
    if (message === undefined || this.#isClosed) return;
    if (isMessage(message)) this.onmessage?.(message);
    else this.#reportError(new Error('A line is JSON but not a JSON-RPC message.'));
  }

  readonly #reportError = (error: Error): void => this.onerror?.(error);

  readonly #end = (): void => void this.close();

  readonly #fail = (error: Error): void => {
    if (this.#isClosed) return;
    this.#reportError(error);
    this.#end();
  };
}

// Hosts and shells also print other text; lines that are not JSON are ignored.
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

// Checks only whether the value is a message; the server checks its type and its fields.
function isMessage(value: unknown): value is JSONRPCMessage {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && value.jsonrpc === '2.0';
}
