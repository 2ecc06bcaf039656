import { createPublicKey, verify } from 'node:crypto';
import { SekishoError } from '../errors/sekisho-error.ts';
import { KeySet } from './key-set.ts';

/** One key of the audit chain. A retired key verifies its own part of the log, and the log must not end with it. */
export interface ChainKey {
  readonly link: (previousHash: string, seq: number, body: string) => string;
  readonly retired: boolean;
}

/**
 * All operations that need the secrets of the installation. Without the secrets, values can be neither forged nor read.
 */
export class Keyring {
  readonly #current: KeySet;
  readonly #openers: readonly KeySet[];
  readonly #retired: readonly KeySet[];
  /** The keys of the audit chain in the order of their use. The current key is the last one. */
  readonly chain: readonly ChainKey[];
  /** Returns the hash of an audit record, chained to the record before it. */
  readonly link: ChainKey['link'];
  /** The public key that verifies checkpoints without the secret, as SPKI in base64. */
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

  /** Returns a keyed digest. Unlike a plain hash of an e-mail address, it cannot be reversed by guessing. */
  digest(text: string): string {
    return this.#current.digest(text);
  }

  /** Returns whether this is the digest of the text under the current key or a previous one. */
  isDigest(text: string, digest: string): boolean {
    return this.#openers.some((keys) => keys.digest(text) === digest);
  }

  /** Returns the MAC of a text that carries authority: a request, a decision, a token or a grant. */
  mac(text: string): string {
    return this.#current.mac(text);
  }

  /** Returns whether this is the MAC of the text under the current key or a previous one. */
  isMac(text: string, mac: string): boolean {
    return this.#openers.some((keys) => keys.mac(text) === mac);
  }

  /**
   * Returns whether this is the MAC of the text under any key, including retired keys. Use it only for records of a
   * verified chain.
   */
  wasMac(text: string, mac: string): boolean {
    return this.isMac(text, mac) || this.#retired.some((keys) => keys.mac(text) === mac);
  }

  /** Encrypts and authenticates a text. `open` requires the same `context`. Texts from `deflateFrom` bytes are deflated. */
  seal(plain: string, context: string, deflateFrom?: number): Uint8Array {
    return this.#current.seal(plain, context, deflateFrom);
  }

  /**
   * Opens a value that `seal` created in the same context with the current key or a previous one. Throws for any other
   * value.
   */
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
      'The saved state was not sealed by this installation for this run, or it was changed. Use the same secret in all processes, and add a replaced secret to `previous`.',
      { cause },
    );
  }

  /** Signs a checkpoint of the audit log. */
  sign(text: string): string {
    return this.#current.sign(text);
  }

  /** Returns whether the current, a previous or a retired secret signed this text. */
  isSigned(text: string, signature: string): boolean {
    const keys = [...this.#openers, ...this.#retired];
    return keys.some(({ publicKey }) => verifySignature(publicKey, text, signature));
  }
}

/** Verifies a checkpoint with only the public key. */
export function verifySignature(publicKey: string, text: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** The secrets of an installation, each with at least 32 bytes. Only the current one is used for writing. */
export interface Secrets {
  readonly current: Uint8Array;
  /** Secrets that still open values sealed before the rotation and verify the log, newest first. */
  readonly previous?: readonly Uint8Array[] | undefined;
  /** Secrets that only verify the log up to their rotation, newest first. All are older than `previous`. */
  readonly retired?: readonly Uint8Array[] | undefined;
}
