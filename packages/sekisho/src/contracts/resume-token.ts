/** A key that continues one suspended run once. Only its SHA-256 is ever stored. */
export interface ResumeToken {
  readonly token: string;
  readonly run_id: string;
  readonly expires_at: string;
  readonly status: 'active' | 'used' | 'expired';
}
