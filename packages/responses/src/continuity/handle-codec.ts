import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const PREFIX = 'cnv_';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MIN_SECRET_LENGTH = 16;

const contentSchema = z.object({ id: z.string(), owner: z.string(), at: z.number() });

/** The content of a handle: a response of this owner, a response of another owner, or nothing valid. */
export type OpenedHandle =
  | { ok: true; responseId: string; createdAt: number }
  | { ok: false; reason: 'foreign' | 'unreadable' };

/**
 * Encrypts response ids in handles that only their owner can use. It is required when one server has several users.
 */
export class HandleCodec {
  readonly #key: Buffer;

  constructor(secret: string) {
    if (secret.length < MIN_SECRET_LENGTH) {
      throw new RangeError(`The handle secret must have at least ${MIN_SECRET_LENGTH} characters.`);
    }
    this.#key = createHash('sha256').update('sekisho-conversation-handle').update(secret).digest();
  }

  /** Creates an opaque handle for a conversation. */
  seal(responseId: string, owner: string, now: number): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const content = JSON.stringify({ id: responseId, owner, at: now });
    const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
    return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Opens a handle for the given owner. */
  open(handle: string, owner: string): OpenedHandle {
    const content = this.#decrypt(handle);
    if (!content) return { ok: false, reason: 'unreadable' };
    if (content.owner !== owner) return { ok: false, reason: 'foreign' };
    return { ok: true, responseId: content.id, createdAt: content.at };
  }

  #decrypt(handle: string): z.output<typeof contentSchema> | undefined {
    if (!handle.startsWith(PREFIX)) return undefined;
    const bytes = Buffer.from(handle.slice(PREFIX.length), 'base64url');
    if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return contentSchema.parse(JSON.parse(opened.toString('utf8')));
    } catch {
      return undefined;
    }
  }
}
