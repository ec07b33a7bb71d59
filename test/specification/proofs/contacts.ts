/** Proofs of doubtful telephones: numbers of staff and of many people, a second person's confirmation, the report. */
import type { ContactPolicy } from '../../../src/domain/signing/contact/contact-doubts.ts';
import type { Answer, Walk } from '../ground.ts';
import type { Proofs, Provoke } from '../proof.ts';

type Call = (walk: Walk, phone: string) => Promise<Answer>;

const newPhone = (walk: Walk): string => `+39345${String(1_000_000 + walk.next())}`;

/** A number that belongs to a staff user. */
async function ofStaff(walk: Walk): Promise<string> {
  const phone = newPhone(walk);
  const login = `persona.${walk.next()}`;
  await walk.newUser(login, 'ROLE_USER', [], []);
  await walk.database.transaction((tx) =>
    tx.updateTable('app_user').set({ mobile_phone: phone }).where('login', '=', login).execute(),
  );
  return phone;
}

/** A number that has served two people. */
async function ofTwo(walk: Walk): Promise<string> {
  const phone = newPhone(walk);
  for (const first_name of ['Marta', 'Lucia']) {
    const { id } = await walk.waiting();
    const sessions = walk.database.read
      .selectFrom('session_document')
      .select('session_id')
      .where('document_id', '=', id);
    await walk.database.transaction((tx) =>
      tx.updateTable('signer').set({ phone, first_name }).where('session_id', 'in', sessions).execute(),
    );
  }
  return phone;
}

async function configured<T>(walk: Walk, change: Partial<ContactPolicy>, call: () => Promise<T>): Promise<T> {
  const { settings } = walk.test.world;
  const { contacts } = settings;
  Object.assign(settings, { contacts: { ...contacts, ...change } });
  try {
    return await call();
  } finally {
    Object.assign(settings, { contacts });
  }
}

const refused = (call: Call): Readonly<Record<string, Provoke>> => ({
  'signing.contactStaff': async (walk) => call(walk, await ofStaff(walk)),
  'signing.contactShared': async (walk) => {
    const phone = await ofTwo(walk);
    return configured(walk, { sharedNumbers: 'refuse' }, () => call(walk, phone));
  },
});

export const doubtfulStarts = (call: Call) => ({
  ...refused(call),
  'signing.contactWord': async (walk: Walk) => call(walk, await ofTwo(walk)),
});

export const doubtfulCorrections = (call: Call) => ({
  ...refused(call),
  'signing.contactWordFirst': async (walk: Walk) => call(walk, await ofTwo(walk)),
});

/** A document whose customer shares a number with two others. */
async function inDoubt(walk: Walk): Promise<{ id: number; word: { kind: 'phone'; signer: string; contact: string } }> {
  const contact = await ofTwo(walk);
  const { id } = await walk.ready({}, { mobilePhone: contact });
  const [{ signer }] = await walk.row(walk.get('dealer', `/api/documents/${id}/contact-check`));
  return { id, word: { kind: 'phone', signer, contact } };
}

const confirm = (walk: Walk, id: number, word: object, login = 'dealer') =>
  walk.post(login, `/api/documents/${id}/confirm-contact`, word);
const WORD = { kind: 'phone', signer: 'Ginevra Provetti', contact: '+39 3339876543' };

export const CONTACTS: Proofs = {
  checkContacts: {
    success: {
      'a number of two other people': async (walk) =>
        walk.get('dealer', `/api/documents/${(await inDoubt(walk)).id}/contact-check`),
      'no doubts': async (walk) => walk.get('dealer', `/api/documents/${(await walk.ready()).id}/contact-check`),
    },
    refusals: { 'document.notFound': (walk) => walk.get('dealer', '/api/documents/999999/contact-check') },
  },
  confirmContact: {
    success: {
      'a confirmation by a colleague': async (walk) => {
        const { id, word } = await inDoubt(walk);
        return confirm(walk, id, word);
      },
    },
    refusals: {
      'document.notFound': (walk) => confirm(walk, 999_999, WORD),
      'life.notReady': async (walk) => confirm(walk, (await walk.waiting()).id, WORD),
      'signing.wordNotNeeded': async (walk) => confirm(walk, (await walk.ready()).id, WORD),
      'signing.wordOwn': async (walk) => {
        const { id, word } = await inDoubt(walk);
        return confirm(walk, id, word, 'admin');
      },
    },
  },
  listRecurringNumbers: {
    success: {
      'of the whole network': async (walk) => {
        await ofTwo(walk);
        return walk.get('admin', '/api/recurring-numbers?page=0&size=5&days=30');
      },
      'of own dealers for a supervisor': (walk) => walk.get('supervisor', '/api/recurring-numbers'),
    },
  },
};
