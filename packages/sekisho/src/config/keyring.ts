import { createPublicKey, verify } from 'node:crypto';
import { SekishoError } from '../errors/sekisho-error.ts';
import { KeySet } from './key-set.ts';
import type { Secrets } from './secrets.ts';

/** One key of the audit chain. A retired one verifies its own stretch of the log and may not be where the log ends. */
export interface ChainKey {
  readonly link: (previousHash: string, seq: number, body: string) => string;
  readonly retired: boolean;
}

/** Everything that needs the installation's secrets. Whoever lacks them can neither forge nor read. */
export class Keyring {
  readonly #current: KeySet;
  readonly #openers: readonly KeySet[];
  readonly #retired: readonly KeySet[];
  /** The keys of the audit chain in the order in which they were used: the current one is last. */
  readonly chain: readonly ChainKey[];
  /** The hash of one audit record, chained to the one before. */
  readonly link: ChainKey['link'];
  /** For verifying checkpoints without the secret, as SPKI in base64. */
  readonly publicKey: string;

  constructor(secret: Uint8Array | Secrets) {
    const {
      current,
      previous = [],
      retired = [],
    }: Secrets = 'current' in secret ? secret : { current: secret };
    this.#current = new KeySet(current);
    this.#openers = [this.#current, ...previous.map((each) => new KeySet(each))];
    this.#retired = retired.map((each) => new KeySet(each));
    this.chain = [
      ...this.#retired.map(({ link }) => ({ link, retired: true })).toReversed(),
      ...this.#openers.map(({ link }) => ({ link, retired: false })).toReversed(),
    ];
    this.link = this.#current.link;
    this.publicKey = this.#current.publicKey;
  }

  /** A digest that cannot be reversed by guessing, as plain hashes of e-mail addresses can. */
  digest(text: string): string {
    return this.#current.digest(text);
  }

  /** Whether this is the digest of the text, made now or before the last rotation. */
  isDigest(text: string, digest: string): boolean {
    return this.#openers.some((keys) => keys.digest(text) === digest);
  }

  /** Authenticates a text that carries authority: a request, a decision, a token or a grant. */
  mac(text: string): string {
    return this.#current.mac(text);
  }

  /** Whether this is the MAC of the text, made with the current key or one before the last rotation. */
  isMac(text: string, mac: string): boolean {
    return this.#openers.some((keys) => keys.mac(text) === mac);
  }

  /** Whether this is the MAC of the text under any key, retired ones included. Only for records of a chain that holds. */
  wasMac(text: string, mac: string): boolean {
    return this.isMac(text, mac) || this.#retired.some((keys) => keys.mac(text) === mac);
  }

  /** Encrypts and authenticates; `context` must be the same when it is opened. */
  seal(plain: string, context: string): Uint8Array {
    return this.#current.seal(plain, context);
  }

  /** Opens what `seal` closed in the same context, now or before the last rotation; anything else is refused. */
  open(sealed: Uint8Array, context: string): string {
    let cause: unknown;
    for (const keys of this.#openers) {
      try {
        return keys.open(sealed, context);
      } catch (error) {
        cause ??= error;
      }
    }
    throw new SekishoError(
      'AGENTS-E-RUN-STATE',
      'The saved state was not sealed by this installation for this run, or it was changed.',
      { cause },
    );
  }

  /** Signs a checkpoint of the audit log. */
  sign(text: string): string {
    return this.#current.sign(text);
  }

  /** Whether one of our secrets signed this text, now or before a rotation. */
  isSigned(text: string, signature: string): boolean {
    const keys = [...this.#openers, ...this.#retired];
    return keys.some(({ publicKey }) => verifySignature(publicKey, text, signature));
  }
}

/** Verifies a checkpoint with nothing but the public key. */
export function verifySignature(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}
