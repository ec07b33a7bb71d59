/** Calls of the subject "Sign-in and account": method and path, without schemas. */
export const getAccount = { id: 'getAccount', method: 'GET', path: '/api/account' } as const;
export const forgotPassword = { id: 'forgotPassword', method: 'POST', path: '/api/auth/forgot-password' } as const;
export const login = { id: 'login', method: 'POST', path: '/api/auth/login' } as const;
export const register = { id: 'register', method: 'POST', path: '/api/auth/register' } as const;
export const listAuthorities = { id: 'listAuthorities', method: 'GET', path: '/api/users/authorities' } as const;
