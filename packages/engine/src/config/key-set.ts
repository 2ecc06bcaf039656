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
        'The secret of the runner must have at least 32 bytes.',
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

  seal(plain: string, context: string): Uint8Array {
    const nonce = this.#nonce();
    const cipher = createCipheriv('aes-256-gcm', this.#seal, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([SEAL_VERSION, nonce, cipher.getAuthTag(), body]);
  }

  /** Throws the error of the cipher when the value was sealed with another key or was changed. */
  open(sealed: Uint8Array, context: string): string {
    const bytes = Buffer.from(sealed);
    if (bytes[0] !== SEAL_VERSION[0]) throw new Error('unknown version of the seal');
    const decipher = createDecipheriv('aes-256-gcm', this.#seal, bytes.subarray(1, 13)).setAAD(
      Buffer.from(context),
    );
    decipher.setAuthTag(bytes.subarray(13, 29));
    return Buffer.concat([decipher.update(bytes.subarray(29)), decipher.final()]).toString('utf8');
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
const SEAL_VERSION = Buffer.from([1]);
/** The fixed prefix of an Ed25519 private key in PKCS#8. The seed follows it. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
