/** Account, roles and the sign-in of technical accounts. */
import { z } from 'zod';
import { BRANDS } from '#domain/dealers/brands.ts';
import { ROLES } from '#domain/identity/roles.ts';
import type { Call } from './calls/call.ts';
import * as calls from './calls/identity.ts';
import { endpoint, staffEndpoint } from './definition/endpoint.ts';

export const accountSchema = z.strictObject({
  id: z.number().int().positive(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullname: z.string(),
  email: z.string(),
  activated: z.boolean(),
  authorities: z.array(z.enum(ROLES)),
  hstList: z.array(z.string()),
  brands: z.array(z.strictObject({ brand: z.enum(BRANDS), permissions: z.array(z.string()) })),
});

export const ACCOUNT_EXAMPLE = {
  id: 7,
  login: 'dealer',
  firstName: 'Dario',
  lastName: 'Provini',
  fullname: 'Dario Provini',
  email: 'dario.provini@example.com',
  activated: true,
  authorities: ['ROLE_DEALER'],
  hstList: ['10001'],
  brands: [{ brand: 'bmw', permissions: ['PRIVACY', 'SALE_NEW'] }],
} as const;

/** Text that can be typed on one line: no control characters, no lone surrogates. */
const oneLineText = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { message: 'type' });

export const getAccount = staffEndpoint(calls.getAccount, 'account.read', {
  summary: 'The caller’s account',
  output: accountSchema,
  example: { answer: ACCOUNT_EXAMPLE },
});

export const listAuthorities = staffEndpoint(calls.listAuthorities, 'account.read', {
  summary: 'The names of all roles',
  output: z.array(z.enum(ROLES)),
  example: { answer: ROLES },
});

export const login = endpoint(calls.login, {
  summary: 'Sign-in of technical accounts by password; people sign in at the identity provider',
  access: 'open',
  body: z.strictObject({ username: oneLineText, password: oneLineText }),
  output: z.strictObject({ token: z.string() }),
  bodyLimit: 4096,
  objectName: 'login',
  example: { body: { username: 'dms-incadea', password: 'demo' }, answer: { token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6…' } },
  errors: ['login.wrong', 'request.tooMany'],
});

/** An endpoint that always refuses. */
const unavailableEndpoint = (call: Call, summary: string) =>
  endpoint(call, {
    summary,
    access: 'open',
    body: z.unknown(),
    output: z.never(),
    bodyLimit: 4096,
    example: { body: { login: 'dealer' } },
    errors: ['login.notHere'],
  });

export const register = unavailableEndpoint(calls.register, 'Always refused: administrators create the accounts');
export const forgotPassword = unavailableEndpoint(
  calls.forgotPassword,
  'Always refused: passwords are managed by the identity provider',
);

/** Addresses that a browser visits during sign-in and sign-out; they return redirects, not JSON. */
export const SIGN_IN_PATHS = {
  entry: '/sso/auth/',
  callback: '/sso/callback',
  /** Addresses for a SAML provider: for its posted responses, our metadata, and its logout messages. */
  posted: '/sso/saml',
  metadata: '/sso/saml/metadata',
  providerLogout: '/sso/saml/logout',
  /** Address for an OpenID Connect provider's back-channel logout. */
  backChannelLogout: '/sso/backchannel-logout',
  logout: '/sso/logout',
  landing: '/logged',
  error: '/error/error-v1',
} as const;

/** Reasons for which a sign-in ends on the error page. */
export const SIGN_IN_FAILURES = [
  'unknownUser',
  'notActivated',
  'signInFailed',
  'providerSilent',
  'emailUnverified',
  'otherIdentity',
] as const;
export type SignInFailure = (typeof SIGN_IN_FAILURES)[number];
