/** Streamable HTTP for MCP servers: both protocol generations, tokens or OAuth, and limits. */
export { acceptEverybody, isBearerToken, type Authenticate } from './authenticate.ts';
export { HttpEndpoint, type CreateServer, type EndpointOptions, type OAuthFacts } from './http-endpoint.ts';
export { createOAuthAuthenticator } from './oauth-authenticator.ts';
export { serveEndpoint, type HttpServer, type ListenOptions } from './serve-endpoint.ts';
export { createTokenAuthenticator } from './token-authenticator.ts';
