/** Proofs of account, users, coworkers and sign-in. */
import { type Proofs, staleEdit } from '../proof.ts';
import type { TestApi } from '../test-api.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const open = (api: TestApi, path: string, body: object) =>
  api.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });

const newUser = async (api: TestApi) => {
  const login = `persona.${api.nextNumber()}`;
  return {
    login,
    firstName: 'Nuova',
    lastName: 'Persona',
    email: `${login}@example.com`,
    authorities: ['ROLE_SALE_DEALER'],
    hstList: ['10001'],
    brands: [{ brand: 'bmw', permissions: ['SALE_NEW'] }],
    activated: true,
  };
};
const createUser = async (api: TestApi) => api.bodyOf(api.post('admin', '/api/users', await newUser(api)));
const findUser = async (api: TestApi, login: string) =>
  (await api.bodyOf(api.get('admin', `/api/users?login.equals=${login}`)))[0];

/** While the second administrator is deactivated. */
async function withSingleAdministrator<T>(api: TestApi, call: () => Promise<T>): Promise<T> {
  const set = (activated: boolean) =>
    api.database.transaction((tx) =>
      tx.updateTable('app_user').set({ activated }).where('login', '=', 'keeper').execute(),
    );
  await set(false);
  try {
    return await call();
  } finally {
    await set(true);
  }
}

const PROPOSALS = '/api/administrator-proposals';
/** Proposed by one administrator; the other is `keeper`. */
async function createProposal(api: TestApi, change: object = {}): Promise<{ id: number; userId: number }> {
  const user = await createUser(api);
  await api.bodyOf(api.put('admin', '/api/users', { ...user, authorities: ['ROLE_ADMIN'], ...change }));
  const waiting: { id: number; userId: number }[] = await api.bodyOf(api.get('admin', PROPOSALS));
  const proposal = waiting.find(({ userId }) => userId === user.id);
  if (proposal === undefined) throw new Error('No proposal waits');
  return proposal;
}
const decide = (api: TestApi, login: string, { id }: { id: number }, act: 'confirm' | 'return', body: object = {}) =>
  api.post(login, `${PROPOSALS}/${id}/${act}`, body);
const NO_PROPOSAL = { id: 999_999 };

export const PEOPLE: Proofs = {
  listAdministratorProposals: {
    success: {
      'the open proposals': async (api) => {
        await createProposal(api);
        return api.get('keeper', PROPOSALS);
      },
    },
  },
  confirmAdministratorProposal: {
    success: {
      'by the second administrator': async (api) => decide(api, 'keeper', await createProposal(api), 'confirm'),
      'again by the same administrator': async (api) => {
        const proposal = await createProposal(api);
        await api.bodyOf(decide(api, 'keeper', proposal, 'confirm'));
        return decide(api, 'keeper', proposal, 'confirm');
      },
    },
    refusals: {
      'administrator.notFound': (api) => decide(api, 'keeper', NO_PROPOSAL, 'confirm'),
      'administrator.notWaiting': async (api) => {
        const proposal = await createProposal(api);
        await api.bodyOf(decide(api, 'admin', proposal, 'return', { reason: null }));
        return decide(api, 'keeper', proposal, 'confirm');
      },
      'administrator.ownProposal': async (api) => decide(api, 'admin', await createProposal(api), 'confirm'),
      'administrator.ownRole': async (api) => {
        const keeper = await findUser(api, 'keeper');
        await api.bodyOf(api.put('admin', '/api/users', { ...keeper, email: 'altrove.keeper@example.com' }));
        const waiting: { id: number; userId: number }[] = await api.bodyOf(api.get('admin', PROPOSALS));
        const ownProposal = waiting.find(({ userId }) => userId === keeper.id) ?? NO_PROPOSAL;
        const answer = await decide(api, 'keeper', ownProposal, 'confirm');
        await api.bodyOf(decide(api, 'admin', ownProposal, 'return', { reason: null }));
        return answer;
      },
      'conflict.stale': async (api) => {
        const proposal = await createProposal(api);
        // An edit made outside the portal.
        await api.database.transaction((tx) =>
          tx
            .updateTable('app_user')
            .set({ last_modified_date: new Date(api.test.clock.now().getTime() + 1000) })
            .where('id', '=', proposal.userId)
            .execute(),
        );
        return decide(api, 'keeper', proposal, 'confirm');
      },
      'user.invalid': async (api) => {
        const email = `contesa.${api.nextNumber()}@example.com`;
        const proposal = await createProposal(api, { email });
        await api.bodyOf(api.post('admin', '/api/users', { ...(await newUser(api)), email }));
        return decide(api, 'keeper', proposal, 'confirm');
      },
    },
  },
  returnAdministratorProposal: {
    success: {
      'rejected by another': async (api) =>
        decide(api, 'keeper', await createProposal(api), 'return', { reason: 'Non la conosco' }),
      'withdrawn by its author': async (api) =>
        decide(api, 'admin', await createProposal(api), 'return', { reason: null }),
    },
    refusals: {
      'administrator.invalid': async (api) =>
        decide(api, 'keeper', await createProposal(api), 'return', { reason: 'a'.repeat(501) }),
      'administrator.notFound': (api) => decide(api, 'keeper', NO_PROPOSAL, 'return', { reason: null }),
      'administrator.notWaiting': async (api) => {
        const proposal = await createProposal(api);
        await api.bodyOf(decide(api, 'admin', proposal, 'return', { reason: null }));
        return decide(api, 'keeper', proposal, 'return', { reason: 'Tardi' });
      },
      'administrator.reasonMissing': async (api) =>
        decide(api, 'keeper', await createProposal(api), 'return', { reason: null }),
    },
  },
  getAccount: { success: { 'the account of the signed-in user': (api) => api.get('dealer', '/api/account') } },
  listNotifications: {
    success: { 'the notifications of the caller': (api) => api.get('dealer', '/api/notifications') },
  },
  countUnread: { success: { 'the number of unread ones': (api) => api.get('dealer', '/api/notifications/unread') } },
  markRead: {
    success: {
      'those of a document': (api) => api.post('dealer', '/api/notifications/read', { documentId: 1 }),
      'all of them': (api) => api.post('dealer', '/api/notifications/read', {}),
    },
  },
  getMailSetting: { success: { 'the e-mail preference': (api) => api.get('dealer', '/api/mail-setting') } },
  updateMailSetting: {
    success: { 'e-mails switched off': (api) => api.put('dealer', '/api/mail-setting', { mails: false }) },
  },
  listAuthorities: { success: { 'the roles': (api) => api.get('dealer', '/api/users/authorities') } },
  login: {
    success: {
      'a token for a technical account': (api) => open(api, '/api/auth/login', { username: 'dms', password: 'prova' }),
    },
    refusals: {
      'login.wrong': (api) => open(api, '/api/auth/login', { username: 'dms', password: 'sbagliata' }),
      'request.tooMany': async (api) => {
        const credentials = { username: `sconosciuto-${api.nextNumber()}`, password: 'sbagliata' };
        for (let attempt = 0; attempt < 10; attempt++) await open(api, '/api/auth/login', credentials);
        return open(api, '/api/auth/login', credentials);
      },
    },
  },
  register: {
    success: {},
    refusals: { 'login.notHere': (api) => open(api, '/api/auth/register', { login: 'nuovo' }) },
  },
  forgotPassword: {
    success: {},
    refusals: { 'login.notHere': (api) => open(api, '/api/auth/forgot-password', { email: 'a@example.com' }) },
  },
  listUsers: {
    success: {
      'a page of users, filtered by role': (api) =>
        api.get('admin', '/api/users?page=0&size=5&sort=lastName,asc&authority.equals=ROLE_DEALER'),
      'only own dealers for a supervisor': (api) => api.get('supervisor', '/api/users'),
    },
    refusals: { 'user.invalid': (api) => api.get('admin', '/api/users?nessuno.equals=1') },
  },
  getUser: {
    success: { 'one user': async (api) => api.get('admin', `/api/users/${(await createUser(api)).id}`) },
    refusals: {
      'user.notFound': async (api) => api.get('supervisor', `/api/users/${(await findUser(api, 'milano')).id}`),
    },
  },
  createUser: {
    body: newUser,
    success: { 'a user with brands': async (api) => api.post('admin', '/api/users', await newUser(api)) },
    refusals: {
      'user.invalid': async (api) => api.post('admin', '/api/users', { ...(await newUser(api)), login: 'dealer' }),
      'access.forbidden': async (api) =>
        api.post('supervisor', '/api/users', { ...(await newUser(api)), authorities: ['ROLE_ADMIN'] }),
    },
  },
  updateUser: {
    success: {
      'the whole user sent back': async (api) => {
        const user = await createUser(api);
        return api.put('admin', '/api/users', { ...user, lastName: 'Cambiata' });
      },
    },
    refusals: {
      'user.invalid': async (api) => api.put('admin', '/api/users', { ...(await createUser(api)), login: 'altro' }),
      'user.notFound': async (api) => api.put('admin', '/api/users', { ...(await createUser(api)), id: 999_999 }),
      'access.forbidden': async (api) =>
        api.put('supervisor', '/api/users', { ...(await createUser(api)), authorities: ['ROLE_SA3'] }),
      'conflict.stale': staleEdit('/api/users', 'admin', createUser),
      'user.lastAdmin': async (api) => {
        const admin = await findUser(api, 'admin');
        return withSingleAdministrator(api, () => api.put('admin', '/api/users', { ...admin, activated: false }));
      },
      'user.ownAccess': async (api) =>
        api.put('admin', '/api/users', { ...(await findUser(api, 'admin')), activated: false }),
    },
  },
  downloadUsers: {
    success: { 'a workbook': (api) => api.get('admin', '/api/users/download?sort=lastName,asc') },
    refusals: { 'user.invalid': (api) => api.get('admin', '/api/users/download?email.greaterThan=a') },
  },
  listColleagues: {
    success: { 'colleagues by name': (api) => api.get('dealer', '/api/coworkers?hst=10001') },
    refusals: {},
  },
  nameCoworkers: {
    success: { 'names to logins': (api) => api.get('dealer', '/api/coworkers/names?login=dealer,admin') },
    refusals: { 'user.invalid': (api) => api.get('dealer', '/api/coworkers/names?login=,') },
  },
  listCoworkers: {
    success: {
      'colleagues by brand and folder type': (api) =>
        api.get('dealer', '/api/coworkers/authorities/ROLE_SALE_DEALER?brand=bmw&folderType=SALE_NEW&hst=10001'),
    },
    refusals: {
      'user.invalid': (api) => api.get('dealer', '/api/coworkers/authorities/ROLE_DEALER?brand=fiat'),
    },
  },
};
