/** Calls of the subject "Sign-in and account": method and path, without schemas. */
import { get, post, put } from '../definition/methods.ts';

export const getAccount = get('getAccount', '/api/account');
export const forgotPassword = post('forgotPassword', '/api/auth/forgot-password');
export const login = post('login', '/api/auth/login');
export const register = post('register', '/api/auth/register');
export const markRead = post('markRead', '/api/notifications/read', { stale: ['notifications'] });
export const listAuthorities = get('listAuthorities', '/api/users/authorities');
export const listNotifications = get('listNotifications', '/api/notifications');
export const countUnread = get('countUnread', '/api/notifications/unread');
export const updateMailSetting = put('updateMailSetting', '/api/mail-setting', { stale: ['mail-setting'] });
export const getMailSetting = get('getMailSetting', '/api/mail-setting');
