/** Routes for everybody, or guarded by a link: what they answer does not depend on a session of the staff (P-3). */
import type { InjectOptions } from 'fastify';

const UNKNOWN_LINK = 'A'.repeat(32);

/** One call of each, without effect: links are unknown ones wherever a call would change something. */
const CALLS: readonly [route: string, path?: string, payload?: object][] = [
  ['POST /api/auth/login', '/api/auth/login', { username: 'nobody', password: 'wrong' }],
  ['POST /api/auth/register', '/api/auth/register', { login: 'x' }],
  ['POST /api/auth/forgot-password', '/api/auth/forgot-password', { email: 'x@example.com' }],
  ['GET /api/sign/:token', `/api/sign/${UNKNOWN_LINK}`],
  ['GET /api/sign/:token/document', `/api/sign/${UNKNOWN_LINK}/document`],
  ['GET /api/sign/:token/signed', `/api/sign/${UNKNOWN_LINK}/signed`],
  ['POST /api/sign/:token/otp', `/api/sign/${UNKNOWN_LINK}/otp`, {}],
  ['POST /api/sign/:token/sign', `/api/sign/${UNKNOWN_LINK}/sign`, { code: '123456', points: ['p1'] }],
  ['POST /api/sign/:token/decline', `/api/sign/${UNKNOWN_LINK}/decline`, { reason: 'No' }],
  ['GET /sso/callback', '/sso/callback?code=x&state=y'],
  ['GET /health'],
  ['GET /api/openapi.json'],
  ['GET /api/docs'],
  ...['docs.css', 'mark.svg', 'inter-regular.ttf', 'inter-semibold.ttf'].map((name): [string] => [
    `GET /api/docs/${name}`,
  ]),
  ...['demo.css', 'mark.svg', 'inter-regular.ttf', 'inter-semibold.ttf', 'outbox.json', 'dealer-portal'].map(
    (name): [string] => [`GET /demo/${name}`],
  ),
  ['GET /demo/video/:id', '/demo/video/demo-primo-accesso'],
];

/** Not called: each answer is another one (nonces of pages, states of sign-ins), or there is no file to give. */
const NOT_COMPARED = [
  'GET /sso/auth/',
  'GET /sso/auth',
  'GET /sso/logout',
  'GET /sign/:token',
  'GET /assets/*',
  'GET /demo/outbox',
];

const named = [...CALLS.map(([route]) => route), ...NOT_COMPARED];
/** Files and pages answer HEAD too. */
const withHead = named.filter((route) => /^GET \/(health|assets|sign|demo|api\/(docs|openapi))/.test(route));

export const OPEN_ROUTES: readonly string[] = [...named, ...withHead.map((route) => route.replace('GET', 'HEAD'))];

export function openCalls(): { route: string; request: InjectOptions }[] {
  return CALLS.map(([route, path, payload]) => {
    const [method, url = ''] = route.split(' ');
    const request = { method: method as 'GET', url: path ?? url, ...(payload === undefined ? {} : { payload }) };
    return { route, request };
  });
}
