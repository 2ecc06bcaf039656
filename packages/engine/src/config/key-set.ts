import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  sign,
  type KeyObject,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SekishoError } from '../errors/sekisho-error.ts';

/** The keys derived from one secret, each for one purpose. */
export class KeySet {
  // Key objects instead of buffers: OpenSSL would prepare a buffer again for every record, which takes six times as
  // long.
  readonly #chain: KeyObject;
  readonly #digest: KeyObject;
  readonly #authority: KeyObject;
  readonly #seal: KeyObject;
  readonly #signing: KeyObject;
  #nonces: Buffer = Buffer.alloc(0);
  #drawn = 0;
  /** The public key that verifies checkpoints without the secret, as SPKI in base64. */
  readonly publicKey: string;

  constructor(secret: Uint8Array) {
    if (secret.byteLength < 32) {
      throw new SekishoError(
        'AGENTS-E-RUNNER-CONFIG',
        `The secret of the runner has ${secret.byteLength} bytes; at least 32 are required. Create one with: node -p "crypto.randomBytes(32).toString('base64url')"`,
      );
    }
    const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'sekisho', purpose, 32));
    this.#chain = createSecretKey(derive('audit-chain-v1'));
    this.#digest = createSecretKey(derive('digest-v1'));
    this.#authority = createSecretKey(derive('authority-v1'));
    this.#seal = createSecretKey(derive('seal-v1'));
    const seed = derive('checkpoint-v1');
    this.#signing = createPrivateKey({
      key: Buffer.concat([ED25519_PKCS8, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    this.publicKey = createPublicKey(this.#signing)
      .export({ format: 'der', type: 'spki' })
      .toString('base64');
  }

  link = (previousHash: string, seq: number, body: string): string =>
    createHmac('sha256', this.#chain).update(`${previousHash}\n${seq}\n${body}`).digest('base64url');

  digest(text: string): string {
    return createHmac('sha256', this.#digest).update(text).digest('base64url');
  }

  mac(text: string): string {
    return createHmac('sha256', this.#authority).update(text).digest('base64url');
  }

  /** The result has memory of its own: a stored value must not retain a slab of Node's buffer pool. */
  seal(plain: string, context: string, deflateFrom = MIN_DEFLATED): Uint8Array {
    const text = Buffer.from(plain);
    const isDeflated = text.length >= deflateFrom && text.length <= MAX_DEFLATED;
    const version = isDeflated ? DEFLATED : PLAIN;
    const nonce = this.#nonce();
    const cipher = createCipheriv('aes-256-gcm', this.#seal, nonce).setAAD(boundTo(version, context));
    const body = cipher.update(
      isDeflated ? deflateRawSync(text, text.length <= SMALL_BYTES ? DEFLATE_SMALL : DEFLATE) : text,
    );
    cipher.final();
    const sealed = Buffer.allocUnsafeSlow(HEAD_BYTES + body.length);
    sealed[0] = version;
    sealed.set(nonce, 1);
    sealed.set(cipher.getAuthTag(), 1 + NONCE_BYTES);
    sealed.set(body, HEAD_BYTES);
    return sealed;
  }

  /** Throws the error of the cipher when the value was sealed with another key or was changed. */
  open(sealed: Uint8Array, context: string): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const version = bytes[0];
    if (version !== PLAIN && version !== DEFLATED) throw new Error('unknown version of the seal');
    const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', this.#seal, nonce).setAAD(boundTo(version, context));
    decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
    const body = decipher.update(bytes.subarray(HEAD_BYTES));
    decipher.final();
    return (version === DEFLATED ? inflateRawSync(body, INFLATE) : body).toString('utf8');
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#signing).toString('base64url');
  }

  /** Returns twelve unique random bytes. They are generated in batches, because each call of the generator is slow. */
  #nonce(): Buffer {
    if (this.#drawn === this.#nonces.length) {
      this.#nonces = randomFillSync(Buffer.allocUnsafeSlow(NONCE_BYTES * 256));
      this.#drawn = 0;
    }
    this.#drawn += NONCE_BYTES;
    return this.#nonces.subarray(this.#drawn - NONCE_BYTES, this.#drawn);
  }
}

const NONCE_BYTES = 12;
/** A version, the nonce and the tag. */
const HEAD_BYTES = 1 + NONCE_BYTES + 16;
/** The versions of a seal: the text itself, or the deflated text. */
const PLAIN = 1;
const DEFLATED = 2;
/** Steps of a turn are smaller: they are written often, and read only after a crash. */
const MIN_DEFLATED = 16_384;
/** Longer texts would block the event loop for milliseconds. */
const MAX_DEFLATED = 262_144;
const DEFLATE = { level: 3, memLevel: 6 };
/** A window of 8 KiB. Preparing the default window of 32 KiB takes as long as deflating a small text. */
const SMALL_BYTES = 8_192;
const DEFLATE_SMALL = { ...DEFLATE, windowBits: 13, chunkSize: 4_096 };
const INFLATE = { chunkSize: 8_192 };
/** The fixed prefix of an Ed25519 private key in PKCS#8. The seed follows it. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The additional data of the cipher. No context begins with the byte of a version. */
const boundTo = (version: number, context: string) =>
  version === PLAIN ? Buffer.from(context) : Buffer.from(`${String.fromCharCode(version)}${context}`);
