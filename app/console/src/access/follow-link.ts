/** The functions that handle the token of a link. */
export type LinkSteps = {
  /** Returns the signed-in person, or undefined. */
  readonly findUser: () => Promise<string | undefined>;
  readonly signIn: (token: string) => void;
  /** Asks the person to confirm the sign-in with the token in place of this user. */
  readonly offer: (token: string, user: string) => void;
};

/**
 * Uses the token of a link immediately when no person is signed in. An attacker can send a link with their own token:
 * a person who is already signed in would then decide and write under the name of the attacker.
 */
export async function followLink(token: string, steps: LinkSteps): Promise<void> {
  // The sign-in page reports an unavailable server.
  const user = await steps.findUser().catch(() => undefined);
  if (user === undefined) steps.signIn(token);
  else steps.offer(token, user);
}
