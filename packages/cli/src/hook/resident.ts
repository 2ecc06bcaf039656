import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

/** Where the resident process listens, as it writes it to the folder of the user. */
interface Resident {
  readonly port: number;
  readonly token: string;
}

export const RESIDENT_FILE = 'up.json';
/** The header in which the resident process proves that it knows the token. */
export const PROOF_HEADER = 'sekisho-proof';
const MAX_BODY_BYTES = 32 * 1024 * 1024;
const START = 'Start it with: sekisho up';

/** Returns the address and the token of the resident process of this user. */
function readResident(folder: string): Resident {
  const file = join(folder, RESIDENT_FILE);
  const { uid, mode } = statOf(file);
  const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  if (!isOwn) throw new Error(`${file} must belong to this user and be readable by no other. ${START}`);
  const { port, token } = Object(JSON.parse(readFileSync(file, 'utf8')));
  if (typeof port !== 'number' || typeof token !== 'string')
    throw new Error(`${file} is not valid. ${START}`);
  return { port, token };
}

function statOf(file: string) {
  try {
    return statSync(file);
  } catch {
    throw new Error(`The resident process is not running. ${START}`);
  }
}

/**
 * Sends a message to the resident process and returns its reply. Both sides prove that they know the token, and neither sends it:
 * after a crash, a program of another user may listen on the port.
 */
export function callResident(
  folder: string,
  {
    path,
    body,
    milliseconds,
  }: { readonly path: string; readonly body: string; readonly milliseconds: number },
): Promise<string> {
  const { port, token } = readResident(folder);
  const nonce = randomBytes(16).toString('base64url');
  // Not `fetch`: it ends requests after five minutes without a header, and it is slower to load.
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Sekisho ${nonce}.${prove(token, 'request', nonce, path, body)}`,
      'content-type': 'application/json',
    };
    // The reply has to arrive before the client gives up, because then the client would start the tool.
    const timer = setTimeout(
      () => sent.destroy(new Error('The resident process did not reply in time.')),
      milliseconds,
    );
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers }, (response) => {
      readAll(response)
        .then((text) => {
          const { statusCode: status, headers: replied } = response;
          if (status !== 200) throw new Error(`The resident process replied with status ${status}.`);
          if (!isEqual(String(replied[PROOF_HEADER] ?? ''), prove(token, 'reply', nonce, path, text)))
            throw new Error('Another program replied instead of the resident process.');
          return text;
        })
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      const isDown = 'code' in error && error.code === 'ECONNREFUSED';
      reject(isDown ? new Error(`The resident process is not running. ${START}`) : error);
    });
    sent.end(body);
  });
}

/** Returns the nonce of a request that was signed with the token, and undefined for any other request. */
export function verifiedNonce(
  authorization: string | undefined,
  { token, path, body }: { readonly token: string; readonly path: string; readonly body: string },
): string | undefined {
  const [, nonce, proof] = /^Sekisho ([\w-]+)\.([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (nonce === undefined || proof === undefined) return undefined;
  return isEqual(proof, prove(token, 'request', nonce, path, body)) ? nonce : undefined;
}

/** Proves that the sender of a message knows the token. */
export function prove(token: string, ...message: readonly string[]): string {
  return createHmac('sha256', token).update(JSON.stringify(message)).digest('base64url');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads a text of limited size. */
export async function readAll(input: AsyncIterable<string | Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('The event is larger than 32 MB.');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
