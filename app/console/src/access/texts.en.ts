/** The English texts of the sign-in page. */
export const textsEn = {
  'login.title': 'Sign in',
  'login.intro':
    'The server printed a link with a one-time token when it started. Open that link, or paste the token here.',
  'login.expired.title': 'Your session has ended',
  'login.expired.intro':
    'No data was lost, and approval requests are still pending. Sign in again with a new link from the server, or paste a token.',
  'login.token': 'Token',
  'login.submit': 'Sign in',
  'login.working': 'Signing in',
  'login.other': 'You are signed in as {user}. Sign in again only if this link was created for you.',
  'login.stay': 'Stay signed in as {user}',
  'login.wrong': 'This token is not valid. It may have been used already, or it may have expired.',
  'login.limited': 'Too many attempts. Wait a minute, then try again.',
  'login.signedOut': 'You are signed out.',
} as const;
