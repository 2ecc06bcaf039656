/** The values that bind a response of the issuer to the browser that started the sign-in. */
export type SignInChecks = {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
};

/** The issuer at which users sign in. Its methods throw `IssuerUnavailable` when the issuer does not respond. */
export interface IdentityProvider {
  /** Returns the page of the issuer at which a user signs in. */
  begin(redirectUri: string): Promise<{ url: string; checks: SignInChecks }>;
  /** Verifies the response of the issuer and returns the claims about the user. Throws `LoginRefused` when it is invalid. */
  finish(
    callback: URL,
    checks: SignInChecks,
  ): Promise<{ claims: Readonly<Record<string, unknown>>; idToken: string }>;
  /** Returns the page of the issuer that ends its own session. Undefined when the issuer has none. */
  logoutUrl(options: { idToken: string; returnTo: string }): Promise<string | undefined>;
}
