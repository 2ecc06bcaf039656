/** What to do with the token of a link. */
export type LinkSteps = {
  /** Who is signed in here; undefined for nobody. */
  readonly findUser: () => Promise<string | undefined>;
  readonly signIn: (token: string) => void;
  /** Leaves it to the person to sign in with the token in place of this user. */
  readonly offer: (token: string, user: string) => void;
};

/**
 * Uses the token of a link at once when nobody is signed in here. Anybody can send a link with a token of their own:
 * whoever is signed in already would decide and write under the name of the sender.
 */
export async function followLink(token: string, steps: LinkSteps): Promise<void> {
  // Whether the server is away is for the sign-in to say.
  const user = await steps.findUser().catch(() => undefined);
  if (user === undefined) steps.signIn(token);
  else steps.offer(token, user);
}
