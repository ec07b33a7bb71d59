/** English: the pages after a sign-in and after a logout. */
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
};

export const logout = {
  left: { title: 'Logging out', text: 'Closing the session and taking you to the log-out page.' },
  ended: {
    title: 'The session has ended',
    text: 'Taking you to the sign-in page. What you typed is kept: you will find it when you sign in again.',
  },
};
