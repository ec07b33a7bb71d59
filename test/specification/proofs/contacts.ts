/** Proofs of doubtful telephones: numbers of staff and of many people, a second person's confirmation, the report. */
import type { ContactPolicy } from '../../../src/domain/signing/contact/contact-doubts.ts';
import type { Proofs, ProvokeCall } from '../proof.ts';
import type { Answer, TestApi } from '../test-api.ts';

type Call = (api: TestApi, phone: string) => Promise<Answer>;

const newPhone = (api: TestApi): string => `+39345${String(1_000_000 + api.nextNumber())}`;

/** A number that belongs to a staff user. */
async function staffPhone(api: TestApi): Promise<string> {
  const phone = newPhone(api);
  const login = `persona.${api.nextNumber()}`;
  await api.newUser(login, 'ROLE_USER', [], []);
  await api.database.transaction((tx) =>
    tx.updateTable('app_user').set({ mobile_phone: phone }).where('login', '=', login).execute(),
  );
  return phone;
}

/** A number that has served two people. */
async function sharedPhone(api: TestApi): Promise<string> {
  const phone = newPhone(api);
  for (const first_name of ['Marta', 'Lucia']) {
    const { id } = await api.readyToConfirm();
    const sessions = api.database.read
      .selectFrom('session_document')
      .select('session_id')
      .where('document_id', '=', id);
    await api.database.transaction((tx) =>
      tx.updateTable('signer').set({ phone, first_name }).where('session_id', 'in', sessions).execute(),
    );
  }
  return phone;
}

async function withPolicy<T>(api: TestApi, change: Partial<ContactPolicy>, call: () => Promise<T>): Promise<T> {
  const { settings } = api.test.world;
  const { contacts } = settings;
  Object.assign(settings, { contacts: { ...contacts, ...change } });
  try {
    return await call();
  } finally {
    Object.assign(settings, { contacts });
  }
}

const refusedContacts = (call: Call): Readonly<Record<string, ProvokeCall>> => ({
  'signing.contactStaff': async (api) => call(api, await staffPhone(api)),
  'signing.contactShared': async (api) => {
    const phone = await sharedPhone(api);
    return withPolicy(api, { sharedNumbers: 'refuse' }, () => call(api, phone));
  },
});

export const contactRefusalsAtStart = (call: Call) => ({
  ...refusedContacts(call),
  'signing.contactWord': async (api: TestApi) => call(api, await sharedPhone(api)),
});

export const contactRefusalsAtCorrection = (call: Call) => ({
  ...refusedContacts(call),
  'signing.contactWordFirst': async (api: TestApi) => call(api, await sharedPhone(api)),
});

/** A document whose customer shares a number with two others. */
async function inDoubt(
  api: TestApi,
): Promise<{ id: number; word: { kind: 'phone'; signer: string; contact: string } }> {
  const contact = await sharedPhone(api);
  const { id } = await api.newReadyDocument({}, { mobilePhone: contact });
  const [{ signer }] = await api.bodyOf(api.get('dealer', `/api/documents/${id}/contact-check`));
  return { id, word: { kind: 'phone', signer, contact } };
}

const confirmContact = (api: TestApi, id: number, word: object, login = 'dealer') =>
  api.post(login, `/api/documents/${id}/confirm-contact`, word);
const CONFIRMATION = { kind: 'phone', signer: 'Ginevra Provetti', contact: '+39 3339876543' };

export const CONTACTS: Proofs = {
  checkContacts: {
    success: {
      'a number of two other people': async (api) =>
        api.get('dealer', `/api/documents/${(await inDoubt(api)).id}/contact-check`),
      'no doubts': async (api) =>
        api.get('dealer', `/api/documents/${(await api.newReadyDocument()).id}/contact-check`),
    },
    refusals: { 'document.notFound': (api) => api.get('dealer', '/api/documents/999999/contact-check') },
  },
  confirmContact: {
    success: {
      'a confirmation by a colleague': async (api) => {
        const { id, word } = await inDoubt(api);
        return confirmContact(api, id, word);
      },
    },
    refusals: {
      'document.notFound': (api) => confirmContact(api, 999_999, CONFIRMATION),
      'life.notReady': async (api) => confirmContact(api, (await api.readyToConfirm()).id, CONFIRMATION),
      'signing.wordNotNeeded': async (api) => confirmContact(api, (await api.newReadyDocument()).id, CONFIRMATION),
      'signing.wordOwn': async (api) => {
        const { id, word } = await inDoubt(api);
        return confirmContact(api, id, word, 'admin');
      },
    },
  },
  listRecurringNumbers: {
    success: {
      'of the whole network': async (api) => {
        await sharedPhone(api);
        return api.get('admin', '/api/recurring-numbers?page=0&size=5&days=30');
      },
      'of own dealers for a supervisor': (api) => api.get('supervisor', '/api/recurring-numbers'),
    },
  },
};
