/** Calls of the subject "Sign-in and account": method and path, without schemas. */
export const getAccount = { id: 'getAccount', method: 'GET', path: '/api/account' } as const;
export const forgotPassword = { id: 'forgotPassword', method: 'POST', path: '/api/auth/forgot-password' } as const;
export const login = { id: 'login', method: 'POST', path: '/api/auth/login' } as const;
export const register = { id: 'register', method: 'POST', path: '/api/auth/register' } as const;
export const markRead = {
  ...({ id: 'markRead', method: 'POST', path: '/api/notifications/read', stale: ['notifications'] } as const),
};
export const listAuthorities = { id: 'listAuthorities', method: 'GET', path: '/api/users/authorities' } as const;
export const listNotifications = { id: 'listNotifications', method: 'GET', path: '/api/notifications' } as const;
export const countUnread = { id: 'countUnread', method: 'GET', path: '/api/notifications/unread' } as const;
export const updateMailSetting = {
  ...({ id: 'updateMailSetting', method: 'PUT', path: '/api/mail-setting', stale: ['mail-setting'] } as const),
};
export const getMailSetting = { id: 'getMailSetting', method: 'GET', path: '/api/mail-setting' } as const;
