import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ROLES } from '../../identity/identity.ts';
import type { Decision, OutcomeAnswer } from '../decision-schemas.ts';
import type { StoredDecision } from './review-store.ts';

// The seal proves that a server of this installation wrote the request, after it had validated it.
const isRequest = (value: unknown) => typeof value === 'object' && value !== null;
const commonSchema = z.object({
  run_id: z.string(),
  role: z.enum(ROLES),
  via: z.enum(['session', 'token', 'proxy']),
});
const sealedDecisionSchema = z.discriminatedUnion('kind', [
  commonSchema.extend({ kind: z.literal('decision'), request: z.custom<Decision>(isRequest) }),
  commonSchema.extend({ kind: z.literal('outcome'), request: z.custom<OutcomeAnswer>(isRequest) }),
]);

/** A decision as it is stored, with what is needed to send it. */
export type SealedDecision = z.infer<typeof sealedDecisionSchema>;

type Bound = Pick<StoredDecision, 'approval_id' | 'batch' | 'user_id' | 'made_at'>;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts and authenticates delayed decisions. They can contain edited values, and a row that was written or changed by
 * anything but a server of this installation must not become a decision.
 */
export class DecisionSeal {
  readonly #key: Buffer;

  constructor(secret: Uint8Array) {
    this.#key = createHmac('sha256', secret).update('console-decisions').digest();
  }

  seal(decision: SealedDecision, bound: Bound): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(contextOf(bound));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(decision)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns undefined for a row that this installation did not write. */
  open(row: Bound & Pick<StoredDecision, 'body'>): SealedDecision | undefined {
    const bytes = Buffer.from(row.body, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(contextOf(row))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString();
      return sealedDecisionSchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

const contextOf = ({ approval_id, batch, user_id, made_at }: Bound) =>
  Buffer.from(JSON.stringify([approval_id, batch, user_id, made_at]));
