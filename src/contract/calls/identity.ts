/** Calls of the subject "Sign-in and account": method and path, without schemas. */
import type { Call } from './call.ts';

export const getAccount = {
  id: 'getAccount',
  method: 'GET',
  path: '/api/account',
} as const satisfies Call;

export const forgotPassword = {
  id: 'forgotPassword',
  method: 'POST',
  path: '/api/auth/forgot-password',
} as const satisfies Call;

export const login = {
  id: 'login',
  method: 'POST',
  path: '/api/auth/login',
} as const satisfies Call;

export const register = {
  id: 'register',
  method: 'POST',
  path: '/api/auth/register',
} as const satisfies Call;

export const listAuthorities = {
  id: 'listAuthorities',
  method: 'GET',
  path: '/api/users/authorities',
} as const satisfies Call;
