import type {
  AuthProvider,
  ElicitRequestParams,
  ElicitResult,
  OAuthClientProvider,
} from '@modelcontextprotocol/client';

/**
 * The functions that belong to a server's configuration: its authorization and the replies to its elicitation
 * requests.
 */
export interface McpAccess {
  readonly authProvider?: AuthProvider | OAuthClientProvider | undefined;
  /**
   * Waits until the authorization page redirects the user back, and returns the query of that URL after its `state`
   * was compared. Without it a server that requires the user's consent cannot be used.
   */
  readonly authorizationResponse?: (() => Promise<URLSearchParams>) | undefined;
  /**
   * Replies to elicitation requests of the server. Without it the client does not declare support for elicitation.
   */
  readonly elicit?: ((question: ElicitRequestParams) => Promise<ElicitResult>) | undefined;
}
