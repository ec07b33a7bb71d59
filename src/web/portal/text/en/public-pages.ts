/** English: pages without a session: after a sign-in, after a logout, errors. */
export const landing = {
  title: 'Opening Fascicolo',
  as: 'Signed in as {{name}}. Getting dealers and permissions ready.',
  text: 'Signed in. Getting dealers and permissions ready.',
  waiting: 'Waiting for the sign-in to be confirmed.',
  identity: 'Identity check',
  account: 'Account and permissions',
  dealers: 'List of dealers',
  progress: 'Progress',
  slow: 'Taking too long? After 10 seconds we tell you what happened.',
  back: 'Back to work',
  backText: 'You are where the session was interrupted.',
};

export const logout = {
  left: { title: 'Logging out', text: 'Closing the session and taking you to the log-out page.' },
  ended: {
    title: 'The session has ended',
    text: 'Taking you to the sign-in page. What you typed is kept: you will find it when you sign in again.',
  },
};

/** Situations that error pages explain. */
export const situations = {
  oops: 'OOPS! Something went wrong here',
  help: 'If you ask for help, quote this code',
  signedInAs: 'Signed in as {{name}}',
  dealerVerbatim: 'Dealer not loaded. Try to logout',
  retry: 'Try again',
  logout: 'Log out',
  signInOther: 'Sign in as another user',
  back: 'Go back',
  general: {
    title: 'Something did not work',
    text: 'The request could not be completed. Your data is safe: wait a moment, then start again from here.',
  },
  timeOut: {
    title: 'Sign-in interrupted',
    text: 'The sign-in was not completed within ten seconds. Usually the network is the cause: try to sign in again.',
  },
  v2: {
    title: 'Sign-in failed',
    text: 'The sign-in system did not confirm your identity. Try again; if the error persists, contact support.',
  },
  v3: {
    title: 'User not found',
    text: 'Your identity is confirmed, but Fascicolo has no user with your e-mail address. Ask your dealer’s administrator.',
  },
  v4: {
    title: 'User not active',
    text: 'The user exists but is not active yet, or was deactivated. Ask your dealer’s administrator.',
  },
  providerSilent: {
    title: 'The sign-in system is not responding',
    text: 'Your access was not refused: the system that confirms your identity is not responding at the moment. Wait a minute, then sign in again.',
  },
  unverified: {
    title: 'E-mail address not verified',
    text: 'The sign-in system has not verified your e-mail address. Ask its administrators to verify it, then sign in again.',
  },
  otherIdentity: {
    title: 'User linked to another sign-in',
    text: 'Your e-mail address belongs to a user who already signs in with another account. Fascicolo does not change this automatically: ask an administrator to link the user to this account.',
  },
  v5: {
    title: 'Access denied',
    text: 'Your role does not allow you to open this page. If you need it, ask your dealer’s administrator.',
  },
  v6: {
    title: 'Service unavailable',
    text: 'Fascicolo is not responding at the moment. Work already saved is safe: try again shortly.',
  },
  dealer: {
    title: 'Dealers not loaded',
    text: 'The dealer list is not responding. Log out and sign in again; if the error persists, contact support.',
  },
};
