/** The English texts of the sign-in page. */
export const textsEn = {
  'login.title': 'Sign in at {host}',
  'login.intro':
    'The server printed a link with a one-time token when it started. Open that link, or paste a token.',
  'login.expired.title': 'Your session has ended',
  'login.expired.intro':
    'The page stays as it is, and nothing that you typed is lost. Sign in again to continue.',
  'login.token': 'Token',
  'login.submit': 'Sign in',
  'login.working': 'Signing in',
  'login.other': 'You are signed in as {user}. Sign in again only if this link was created for you.',
  'login.stay': 'Stay signed in as {user}',
  'login.wrong': 'This token is not valid. It may have been used already, or it may have expired.',
  'login.limited': 'Too many attempts. Wait a minute, then try again.',
  'login.signedOut': 'You are signed out.',
  'login.sso': 'Continue with {name}',
  'login.sso.tab': 'It opens in a new tab. Come back here when you have signed in.',
  'problem.LoginRefused': 'The sign-in was not completed. Try again.',
  'problem.NoRole': 'You are known, but have no role on this server. Ask an administrator for one.',
  'problem.IssuerUnavailable': 'The identity provider does not respond. Try again later, or use a token.',
} as const;
