/** Rows of the authorisation matrix on connected systems, for administrators only. */
import { mayAtAll } from './callers.ts';
import type { Fixture, Named } from './ground.ts';
import { onNamed } from './office-rows.ts';
import type { Row } from './row.ts';

const webhooks = ({ webhooks }: Fixture): Named => webhooks;
const NAMES = ['webhook', 'absent'];
const expected =
  (success: number): Row['expected'] =>
  (who, name) => {
    if (!mayAtAll(who, 'connect systems')) return 403;
    return name === 'absent' ? 404 : success;
  };
const users = ({ users }: Fixture): Named => users;
/** No accounts of people can be found here. */
const ACCOUNTS = ['dmsHere', 'here', 'absent'];
const ofAccount: Row['expected'] = (who, name) => {
  if (!mayAtAll(who, 'connect systems')) return 403;
  return name === 'dmsHere' ? 200 : 404;
};
const written = { url: 'https://dms.esempio.it/', description: 'Prova' };
const WEBHOOKS = '/api/webhooks';

const anywhere = (route: string, body: object | null, success: number): Row => ({
  route,
  places: ['here'],
  request: () => ({ url: WEBHOOKS, ...(body === null ? {} : { body }) }),
  expected: (who) => (mayAtAll(who, 'connect systems') ? success : 403),
  success: body === null ? 'none' : 'change',
});

export const INTEGRATION_ROWS: readonly Row[] = [
  anywhere('GET /api/webhooks', null, 200),
  anywhere('POST /api/webhooks', written, 201),
  onNamed('PUT /api/webhooks', NAMES, {
    of: webhooks,
    body: (id) => ({ id, ...written }),
    expected: expected(200),
    success: 'change',
  }),
  onNamed('POST /api/webhooks/:id/rotate', NAMES, {
    ...{ of: webhooks, body: () => ({}), expected: expected(200), success: 'change' },
  }),
  onNamed('POST /api/webhooks/:id/test', NAMES, {
    ...{ of: webhooks, body: () => ({}), expected: expected(202), success: 'change' },
  }),
  onNamed('GET /api/webhooks/:id/deliveries', NAMES, {
    ...{ of: webhooks, expected: expected(200), success: 'none' },
  }),
  { ...anywhere('GET /api/technical-accounts', null, 200), request: () => ({ url: '/api/technical-accounts' }) },
  onNamed('POST /api/technical-accounts/:id/secret', ACCOUNTS, {
    ...{ of: users, body: () => ({}), expected: ofAccount, success: 'change' },
  }),
  onNamed('POST /api/technical-accounts/:id/networks', ACCOUNTS, {
    ...{ of: users, body: () => ({ networks: null }), expected: ofAccount, success: 'change' },
  }),
  {
    route: 'POST /api/webhooks/:id/deliveries/:delivery/send-again',
    places: NAMES,
    request: ({ webhooks: { webhook, delivery = 0, absent } }, name) => ({
      url: `${WEBHOOKS}/${webhook}/deliveries/${name === 'absent' ? absent : delivery}/send-again`,
      body: {},
    }),
    expected: expected(202),
    success: 'change',
  },
];
