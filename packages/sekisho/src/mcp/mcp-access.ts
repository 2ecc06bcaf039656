import type {
  AuthProvider,
  ElicitRequestParams,
  ElicitResult,
  OAuthClientProvider,
} from '@modelcontextprotocol/client';

/** The living half of a server's configuration: what lets it in, and who answers its questions. */
export interface McpAccess {
  readonly authProvider?: AuthProvider | OAuthClientProvider | undefined;
  /**
   * Waits for the user to come back from the authorization page, and gives the query of that address after comparing its
   * `state`. Without it a server that wants a user's consent cannot be reached.
   */
  readonly authorizationResponse?: (() => Promise<URLSearchParams>) | undefined;
  /** Answers questions that the server puts to the user. Without it the server is told that nobody can be asked. */
  readonly elicit?: ((question: ElicitRequestParams) => Promise<ElicitResult>) | undefined;
}
