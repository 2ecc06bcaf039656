import type { Configuration } from 'openid-client';
import { ConsoleError } from '../../errors/console-error.ts';
import type { IdentityProvider, SignInChecks } from './identity-provider.ts';

const TIMEOUT_SECONDS = 10;
const CLOCK_TOLERANCE_SECONDS = 30;

/** An issuer that supports OpenID Connect Discovery, and this server as its client. */
export type OpenidOptions = {
  issuer: URL;
  clientId: string;
  clientSecret: string | undefined;
  scope: string;
  /** The claims that are read. The user info endpoint is requested only when the ID token lacks one of them. */
  claims: readonly string[];
};

/** The authorization code flow with PKCE, state, nonce and verified signatures of ID tokens. */
export class OpenidIdentityProvider implements IdentityProvider {
  readonly #options: OpenidOptions;
  #discovered: Promise<Discovered> | undefined;

  constructor(options: OpenidOptions) {
    this.#options = options;
  }

  async begin(redirectUri: string): Promise<{ url: string; checks: SignInChecks }> {
    const { openid, configuration } = await this.#discover();
    const checks = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      code_verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#options.scope,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.code_verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks };
  }

  async finish(callback: URL, { state, nonce, code_verifier }: SignInChecks) {
    const { openid, configuration } = await this.#discover();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: code_verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined)
        throw new Error('The response of the issuer contains no ID token.');
      const isComplete = this.#options.claims.every((name) => claims[name] !== undefined);
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more =
        isComplete || !hasUserInfo
          ? {}
          : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { claims: { ...more, ...claims }, idToken: tokens.id_token };
    } catch (cause) {
      if (isNoVerdict(cause)) throw unavailable(cause);
      throw new ConsoleError('LoginRefused', 'The issuer did not confirm this sign-in.', {}, { cause });
    }
  }

  async logoutUrl({ idToken, returnTo }: { idToken: string; returnTo: string }): Promise<string | undefined> {
    const { openid, configuration } = await this.#discover();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
    return openid.buildEndSessionUrl(configuration, parameters).href;
  }

  /** Reads the metadata of the issuer once. After a failure, the next sign-in tries again. */
  async #discover(): Promise<Discovered> {
    this.#discovered ??= discover(this.#options);
    try {
      return await this.#discovered;
    } catch (cause) {
      this.#discovered = undefined;
      throw unavailable(cause);
    }
  }
}

type Discovered = { openid: typeof import('openid-client'); configuration: Configuration };

async function discover({ issuer, clientId, clientSecret }: OpenidOptions): Promise<Discovered> {
  // The library is loaded with the first sign-in, because many servers have no issuer.
  const openid = await import('openid-client');
  const configuration = await openid.discovery(
    issuer,
    clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      // The settings allow http only for an issuer on this machine.
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
      ],
    },
  );
  return { openid, configuration };
}

function unavailable(cause: unknown): ConsoleError {
  return new ConsoleError(
    'IssuerUnavailable',
    'The issuer for signing in does not respond correctly. Try again later, or sign in with a token.',
    {},
    { cause },
  );
}

/** Returns whether a request to the issuer failed before it returned a verdict about the sign-in. */
function isNoVerdict(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? cause.code : undefined;
  return (
    code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || cause.message === 'fetch failed'
  );
}
