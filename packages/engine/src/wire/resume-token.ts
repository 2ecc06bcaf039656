/** A single-use token that resumes one suspended run. Only its SHA-256 is stored. */
export interface ResumeToken {
  readonly token: string;
  readonly run_id: string;
  readonly expires_at: string;
  readonly status: 'active' | 'used' | 'expired';
}
