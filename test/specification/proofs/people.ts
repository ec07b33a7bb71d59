/** Proofs of account, users, coworkers and sign-in. */
import type { Walk } from '../ground.ts';
import { type Proofs, stale } from '../proof.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

const open = (walk: Walk, path: string, body: object) =>
  walk.ask({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });

const newUser = async (walk: Walk) => {
  const login = `persona.${walk.next()}`;
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
const made = async (walk: Walk) => walk.row(walk.post('admin', '/api/users', await newUser(walk)));
const found = async (walk: Walk, login: string) =>
  (await walk.row(walk.get('admin', `/api/users?login.equals=${login}`)))[0];

/** While the second administrator is deactivated. */
async function alone<T>(walk: Walk, call: () => Promise<T>): Promise<T> {
  const set = (activated: boolean) =>
    walk.database.transaction((tx) =>
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
async function proposed(walk: Walk, change: object = {}): Promise<{ id: number; userId: number }> {
  const user = await made(walk);
  await walk.row(walk.put('admin', '/api/users', { ...user, authorities: ['ROLE_ADMIN'], ...change }));
  const waiting: { id: number; userId: number }[] = await walk.row(walk.get('admin', PROPOSALS));
  const found = waiting.find(({ userId }) => userId === user.id);
  if (found === undefined) throw new Error('No proposal waits');
  return found;
}
const decide = (walk: Walk, login: string, { id }: { id: number }, act: 'confirm' | 'return', body: object = {}) =>
  walk.post(login, `${PROPOSALS}/${id}/${act}`, body);
const NO_PROPOSAL = { id: 999_999 };

export const PEOPLE: Proofs = {
  listAdministratorProposals: {
    success: {
      'the open proposals': async (walk) => {
        await proposed(walk);
        return walk.get('keeper', PROPOSALS);
      },
    },
  },
  confirmAdministratorProposal: {
    success: {
      'by the second administrator': async (walk) => decide(walk, 'keeper', await proposed(walk), 'confirm'),
      'again by the same administrator': async (walk) => {
        const proposal = await proposed(walk);
        await walk.row(decide(walk, 'keeper', proposal, 'confirm'));
        return decide(walk, 'keeper', proposal, 'confirm');
      },
    },
    refusals: {
      'administrator.notFound': (walk) => decide(walk, 'keeper', NO_PROPOSAL, 'confirm'),
      'administrator.notWaiting': async (walk) => {
        const proposal = await proposed(walk);
        await walk.row(decide(walk, 'admin', proposal, 'return', { reason: null }));
        return decide(walk, 'keeper', proposal, 'confirm');
      },
      'administrator.ownProposal': async (walk) => decide(walk, 'admin', await proposed(walk), 'confirm'),
      'administrator.ownRole': async (walk) => {
        const keeper = await found(walk, 'keeper');
        await walk.row(walk.put('admin', '/api/users', { ...keeper, email: 'altrove.keeper@example.com' }));
        const waiting: { id: number; userId: number }[] = await walk.row(walk.get('admin', PROPOSALS));
        const mine = waiting.find(({ userId }) => userId === keeper.id) ?? NO_PROPOSAL;
        const answer = await decide(walk, 'keeper', mine, 'confirm');
        await walk.row(decide(walk, 'admin', mine, 'return', { reason: null }));
        return answer;
      },
      'conflict.stale': async (walk) => {
        const proposal = await proposed(walk);
        // An edit made outside the portal.
        await walk.database.transaction((tx) =>
          tx
            .updateTable('app_user')
            .set({ last_modified_date: new Date(walk.test.clock.now().getTime() + 1000) })
            .where('id', '=', proposal.userId)
            .execute(),
        );
        return decide(walk, 'keeper', proposal, 'confirm');
      },
      'user.invalid': async (walk) => {
        const email = `contesa.${walk.next()}@example.com`;
        const proposal = await proposed(walk, { email });
        await walk.row(walk.post('admin', '/api/users', { ...(await newUser(walk)), email }));
        return decide(walk, 'keeper', proposal, 'confirm');
      },
    },
  },
  returnAdministratorProposal: {
    success: {
      'rejected by another': async (walk) =>
        decide(walk, 'keeper', await proposed(walk), 'return', { reason: 'Non la conosco' }),
      'withdrawn by its author': async (walk) =>
        decide(walk, 'admin', await proposed(walk), 'return', { reason: null }),
    },
    refusals: {
      'administrator.invalid': async (walk) =>
        decide(walk, 'keeper', await proposed(walk), 'return', { reason: 'a'.repeat(501) }),
      'administrator.notFound': (walk) => decide(walk, 'keeper', NO_PROPOSAL, 'return', { reason: null }),
      'administrator.notWaiting': async (walk) => {
        const proposal = await proposed(walk);
        await walk.row(decide(walk, 'admin', proposal, 'return', { reason: null }));
        return decide(walk, 'keeper', proposal, 'return', { reason: 'Tardi' });
      },
      'administrator.reasonMissing': async (walk) =>
        decide(walk, 'keeper', await proposed(walk), 'return', { reason: null }),
    },
  },
  getAccount: { success: { 'the account of the signed-in user': (walk) => walk.get('dealer', '/api/account') } },
  listNotifications: {
    success: { 'the notifications of the caller': (walk) => walk.get('dealer', '/api/notifications') },
  },
  countUnread: { success: { 'the number of unread ones': (walk) => walk.get('dealer', '/api/notifications/unread') } },
  markRead: {
    success: {
      'those of a document': (walk) => walk.post('dealer', '/api/notifications/read', { documentId: 1 }),
      'all of them': (walk) => walk.post('dealer', '/api/notifications/read', {}),
    },
  },
  getMailSetting: { success: { 'the e-mail preference': (walk) => walk.get('dealer', '/api/mail-setting') } },
  updateMailSetting: {
    success: { 'e-mails switched off': (walk) => walk.put('dealer', '/api/mail-setting', { mails: false }) },
  },
  listAuthorities: { success: { 'the roles': (walk) => walk.get('dealer', '/api/users/authorities') } },
  login: {
    success: {
      'a token for a technical account': (walk) =>
        open(walk, '/api/auth/login', { username: 'dms', password: 'prova' }),
    },
    refusals: {
      'login.wrong': (walk) => open(walk, '/api/auth/login', { username: 'dms', password: 'sbagliata' }),
      'request.tooMany': async (walk) => {
        const credentials = { username: `sconosciuto-${walk.next()}`, password: 'sbagliata' };
        for (let attempt = 0; attempt < 10; attempt++) await open(walk, '/api/auth/login', credentials);
        return open(walk, '/api/auth/login', credentials);
      },
    },
  },
  register: {
    success: {},
    refusals: { 'login.notHere': (walk) => open(walk, '/api/auth/register', { login: 'nuovo' }) },
  },
  forgotPassword: {
    success: {},
    refusals: { 'login.notHere': (walk) => open(walk, '/api/auth/forgot-password', { email: 'a@example.com' }) },
  },
  listUsers: {
    success: {
      'a page of users, filtered by role': (walk) =>
        walk.get('admin', '/api/users?page=0&size=5&sort=lastName,asc&authority.equals=ROLE_DEALER'),
      'only own dealers for a supervisor': (walk) => walk.get('supervisor', '/api/users'),
    },
    refusals: { 'user.invalid': (walk) => walk.get('admin', '/api/users?nessuno.equals=1') },
  },
  getUser: {
    success: { 'one user': async (walk) => walk.get('admin', `/api/users/${(await made(walk)).id}`) },
    refusals: {
      'user.notFound': async (walk) => walk.get('supervisor', `/api/users/${(await found(walk, 'milano')).id}`),
    },
  },
  createUser: {
    body: newUser,
    success: { 'a user with brands': async (walk) => walk.post('admin', '/api/users', await newUser(walk)) },
    refusals: {
      'user.invalid': async (walk) => walk.post('admin', '/api/users', { ...(await newUser(walk)), login: 'dealer' }),
      'access.forbidden': async (walk) =>
        walk.post('supervisor', '/api/users', { ...(await newUser(walk)), authorities: ['ROLE_ADMIN'] }),
    },
  },
  updateUser: {
    success: {
      'the whole user sent back': async (walk) => {
        const user = await made(walk);
        return walk.put('admin', '/api/users', { ...user, lastName: 'Cambiata' });
      },
    },
    refusals: {
      'user.invalid': async (walk) => walk.put('admin', '/api/users', { ...(await made(walk)), login: 'altro' }),
      'user.notFound': async (walk) => walk.put('admin', '/api/users', { ...(await made(walk)), id: 999_999 }),
      'access.forbidden': async (walk) =>
        walk.put('supervisor', '/api/users', { ...(await made(walk)), authorities: ['ROLE_SA3'] }),
      'conflict.stale': stale('/api/users', 'admin', made),
      'user.lastAdmin': async (walk) => {
        const admin = await found(walk, 'admin');
        return alone(walk, () => walk.put('admin', '/api/users', { ...admin, activated: false }));
      },
      'user.ownAccess': async (walk) =>
        walk.put('admin', '/api/users', { ...(await found(walk, 'admin')), activated: false }),
    },
  },
  downloadUsers: {
    success: { 'a workbook': (walk) => walk.get('admin', '/api/users/download?sort=lastName,asc') },
    refusals: { 'user.invalid': (walk) => walk.get('admin', '/api/users/download?email.greaterThan=a') },
  },
  listColleagues: {
    success: { 'colleagues by name': (walk) => walk.get('dealer', '/api/coworkers?hst=10001') },
    refusals: {},
  },
  nameCoworkers: {
    success: { 'names to logins': (walk) => walk.get('dealer', '/api/coworkers/names?login=dealer,admin') },
    refusals: { 'user.invalid': (walk) => walk.get('dealer', '/api/coworkers/names?login=,') },
  },
  listCoworkers: {
    success: {
      'colleagues by brand and folder type': (walk) =>
        walk.get('dealer', '/api/coworkers/authorities/ROLE_SALE_DEALER?brand=bmw&folderType=SALE_NEW&hst=10001'),
    },
    refusals: {
      'user.invalid': (walk) => walk.get('dealer', '/api/coworkers/authorities/ROLE_DEALER?brand=fiat'),
    },
  },
};
