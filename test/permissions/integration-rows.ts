/** Rows of the authorisation matrix on connected systems, for administrators only. */
import { mayEver } from './callers.ts';
import type { Fixture, IdsByName } from './matrix-fixture.ts';
import type { Row } from './matrix-row.ts';
import { namedRow } from './office-rows.ts';

const webhooks = ({ webhooks }: Fixture): IdsByName => webhooks;
const NAMES = ['webhook', 'absent'];
const withRight =
  (success: number): Row['expected'] =>
  (caller, name) => {
    if (!mayEver(caller, 'connect systems')) return 403;
    return name === 'absent' ? 404 : success;
  };
const users = ({ users }: Fixture): IdsByName => users;
/** No accounts of people can be found here. */
const ACCOUNTS = ['dmsHere', 'here', 'absent'];
const accountStatus: Row['expected'] = (caller, name) => {
  if (!mayEver(caller, 'connect systems')) return 403;
  return name === 'dmsHere' ? 200 : 404;
};
const webhookBody = { url: 'https://dms.esempio.it/', description: 'Prova' };
const WEBHOOKS = '/api/webhooks';

const webhooksRow = (route: string, body: object | null, success: number): Row => ({
  route,
  places: ['here'],
  request: () => ({ url: WEBHOOKS, ...(body === null ? {} : { body }) }),
  expected: (caller) => (mayEver(caller, 'connect systems') ? success : 403),
  success: body === null ? 'none' : 'change',
});

export const INTEGRATION_ROWS: readonly Row[] = [
  webhooksRow('GET /api/webhooks', null, 200),
  webhooksRow('POST /api/webhooks', webhookBody, 201),
  namedRow('PUT /api/webhooks', NAMES, {
    of: webhooks,
    body: (id) => ({ id, ...webhookBody }),
    expected: withRight(200),
    success: 'change',
  }),
  namedRow('POST /api/webhooks/:id/rotate', NAMES, {
    ...{ of: webhooks, body: () => ({}), expected: withRight(200), success: 'change' },
  }),
  namedRow('POST /api/webhooks/:id/test', NAMES, {
    ...{ of: webhooks, body: () => ({}), expected: withRight(202), success: 'change' },
  }),
  namedRow('GET /api/webhooks/:id/deliveries', NAMES, {
    ...{ of: webhooks, expected: withRight(200), success: 'none' },
  }),
  { ...webhooksRow('GET /api/technical-accounts', null, 200), request: () => ({ url: '/api/technical-accounts' }) },
  namedRow('POST /api/technical-accounts/:id/secret', ACCOUNTS, {
    ...{ of: users, body: () => ({}), expected: accountStatus, success: 'change' },
  }),
  namedRow('POST /api/technical-accounts/:id/networks', ACCOUNTS, {
    ...{ of: users, body: () => ({ networks: null }), expected: accountStatus, success: 'change' },
  }),
  {
    route: 'POST /api/webhooks/:id/deliveries/:delivery/send-again',
    places: NAMES,
    request: ({ webhooks: { webhook, delivery = 0, absent } }, name) => ({
      url: `${WEBHOOKS}/${webhook}/deliveries/${name === 'absent' ? absent : delivery}/send-again`,
      body: {},
    }),
    expected: withRight(202),
    success: 'change',
  },
];
