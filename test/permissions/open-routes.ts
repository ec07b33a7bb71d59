/** Routes that are public, or guarded by a link or a tablet’s proof: their answers do not depend on a staff session. */
import type { InjectOptions } from 'fastify';

const UNKNOWN_LINK = 'A'.repeat(32);

/** One call of each, without effect: a call that would change something uses an unknown link. */
const OPEN_CALLS: readonly [route: string, path?: string, payload?: object][] = [
  ['POST /api/auth/login', '/api/auth/login', { username: 'nobody', password: 'wrong' }],
  ['POST /api/auth/register', '/api/auth/register', { login: 'x' }],
  ['POST /api/auth/forgot-password', '/api/auth/forgot-password', { email: 'x@example.com' }],
  ['GET /api/sign/:token', `/api/sign/${UNKNOWN_LINK}`],
  ['POST /api/sign/:token/open', `/api/sign/${UNKNOWN_LINK}/open`, {}],
  ['GET /api/sign/:token/document', `/api/sign/${UNKNOWN_LINK}/document`],
  ['GET /api/sign/:token/text', `/api/sign/${UNKNOWN_LINK}/text?from=1`],
  ['GET /api/sign/:token/signed', `/api/sign/${UNKNOWN_LINK}/signed`],
  ['POST /api/sign/:token/otp', `/api/sign/${UNKNOWN_LINK}/otp`, {}],
  ['POST /api/sign/:token/sign', `/api/sign/${UNKNOWN_LINK}/sign`, { code: '123456', points: ['p1'], shown: [] }],
  ['GET /api/sign/:token/handwriting', `/api/sign/${UNKNOWN_LINK}/handwriting`],
  [
    'POST /api/sign/:token/handwriting',
    `/api/sign/${UNKNOWN_LINK}/handwriting`,
    { points: [], shown: [], consentSha256: '0'.repeat(64), hands: [] },
  ],
  ['POST /api/sign/:token/decline', `/api/sign/${UNKNOWN_LINK}/decline`, { reason: 'No' }],
  ['GET /api/photo-links/:token', `/api/photo-links/${UNKNOWN_LINK}`],
  [
    'POST /api/photo-links/:token/photos',
    `/api/photo-links/${UNKNOWN_LINK}/photos`,
    { fileName: 'a.jpg', content: '/9j/' },
  ],
  ['POST /qr/:token', `/qr/${UNKNOWN_LINK}`, { key: 'A'.repeat(43) }],
  [
    'POST /api/device/pairing',
    '/api/device/pairing',
    {
      ...{ code: '0000-0000-0000-0000', name: 'Prova' },
      ...{ publicKey: 'A'.repeat(122), proof: 'A'.repeat(86) },
    },
  ],
  ['GET /api/device'],
  ['GET /api/device/queue'],
  ['POST /api/device/queue/:id/open', '/api/device/queue/1/open', {}],
  ['GET /sso/callback', '/sso/callback?code=x&state=y'],
  ['GET /api/fea/:legalEntity', '/api/fea/LE001'],
  ['GET /fea/:legalEntity', '/fea/LE001'],
  ...['fea.css', 'mark.svg', 'inter-regular.ttf', 'inter-semibold.ttf'].map((name): [string] => [
    `GET /fea/files/${name}`,
  ]),
  ['GET /health'],
  ['GET /ready'],
  ...['leave.css', 'mark.svg', 'inter-regular.ttf', 'inter-semibold.ttf'].map((name): [string] => [
    `GET /sso/leave/${name}`,
  ]),
  ['GET /pki/:file', '/pki/root.crt'],
  ['GET /api/issued/:sha256', `/api/issued/${'a'.repeat(64)}`],
  ['GET /verify/issued/:sha256', `/verify/issued/${'a'.repeat(64)}`],
  ...['issued.css', 'mark.svg', 'inter-regular.ttf', 'inter-semibold.ttf'].map((name): [string] => [
    `GET /verify/issued/${name}`,
  ]),
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

/** Not called: the answers differ each time (page nonces, sign-in states), or there is no file to return. */
const NOT_COMPARED = [
  'GET /sso/auth/',
  'GET /sso/auth',
  'GET /sso/logout',
  'GET /logout',
  // Ends the caller's staff session.
  'POST /sso/logout',
  'GET /sign/:token',
  'GET /qr/:token',
  'GET /photos/:token',
  'GET /verify',
  'GET /device',
  'GET /device/activate',
  'GET /assets/*',
  'GET /demo/outbox',
];

const named = [...OPEN_CALLS.map(([route]) => route), ...NOT_COMPARED];
/** Files and pages answer HEAD too. */
const withHead = named.filter((route) =>
  /^GET \/(health|ready|logout|sso\/leave|pki|assets|sign|qr|photos|verify|device|demo|fea|api\/(docs|openapi))/.test(
    route,
  ),
);

export const OPEN_ROUTES: readonly string[] = [...named, ...withHead.map((route) => route.replace('GET', 'HEAD'))];

export function openCalls(): { route: string; request: InjectOptions }[] {
  return OPEN_CALLS.map(([route, path, payload]) => {
    const [method, url = ''] = route.split(' ');
    const request = { method: method as 'GET', url: path ?? url, ...(payload === undefined ? {} : { payload }) };
    return { route, request };
  });
}
