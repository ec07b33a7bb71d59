/** Privacy from end to end: one customer, three forms on the phone, records, a register that refuses and then accepts, a withdrawal. */
import type { Page } from '@playwright/test';
import { button, createCustomer, dialog, expectToast, openPageAs, sendForm } from '../administration/registry-pages.ts';
import { answerConsents, goToFields, signForm } from '../signer/signer-pages.ts';
import { Caller } from '../support/portal-calls.ts';
import { expect, test } from '../support/watched-browsers.ts';

interface Consents {
  controllers: { controller: string; consents: { purpose: string; channel: string; choice: string }[] }[];
  history: { documentId: number | null; choice: string; withdrawnVia: string | null }[];
}

/** What the customer consents to, form by form; No to everything else. */
const ANSWERS = {
  PRIVACY_NSC: ['Comunicazioni commerciali: E-mail', 'Profilazione: Consenso'],
  PRIVACY_DEALER: ['Comunicazioni commerciali: Telefono'],
  PRIVACY_SERVICE: ['Promemoria e offerte di assistenza: SMS e messaggi'],
} as const;

const section = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Consensi', exact: true }).getByRole('region', { name, exact: true });

test('three forms of one customer become records, reach the register after a refusal, and are withdrawn', async ({
  visitors,
}) => {
  const customer = await createCustomer({ searchType: 'RSP', businessId: 'R-RIFIUTATO' });
  const dealer = await Caller.signIn('dealer');
  const status = async (id: number) => (await dealer.read<{ status: string }>(`/api/documents/${id}`)).status;
  const consents = () => dealer.read<Consents>(`/api/dossiers/${customer.id}/consents/current`);

  const documents: Record<string, number> = {};
  let link = 0;
  let code = 0;
  for (const [type, granted] of Object.entries(ANSWERS)) {
    const form = await sendForm(customer, type, link);
    link = form.messageId;
    const phone = await visitors.phone();
    await goToFields(phone, form.link);
    await answerConsents(phone, granted);
    code = await signForm(phone, customer.mobilePhone, code);
    documents[type] = form.documentId;
  }
  const { PRIVACY_NSC: national = 0, PRIVACY_DEALER: own = 0, PRIVACY_SERVICE: service = 0 } = documents;
  await expect.poll(() => status(own)).toBe('SIGNED');
  await expect.poll(() => status(service)).toBe('SIGNED');
  await expect.poll(() => status(national)).toBe('PRIVACY_UPDATING');

  const recorded = await consents();
  const granted = recorded.controllers.flatMap(({ controller, consents: each }) =>
    each.filter(({ choice }) => choice === 'GRANTED').map((one) => `${controller} ${one.purpose} ${one.channel}`),
  );
  expect(granted.sort()).toEqual([
    ...['LE001 MARKETING PHONE', 'LE001 SERVICE_OFFERS MESSAGES', 'NSC MARKETING EMAIL', 'NSC PROFILING ALL'],
  ]);
  // Every pair was answered, none by default: nine of the national company, six and seven of the dealer.
  const answered = (id: number) => recorded.history.filter(({ documentId }) => documentId === id).length;
  expect([answered(national), answered(own), answered(service)]).toEqual([9, 6, 7]);

  const page = await visitors.desk();
  await openPageAs(page, 'dealer', `/app/dossiers/${customer.id}`);
  const register = section(page, 'Società nazionale');
  await expect(register.getByText('Titolare non informato')).toBeVisible();
  const row = await dealer.read<object>(`/api/dossiers/${customer.id}`);
  expect((await dealer.send('PUT', '/api/dossiers', { ...row, businessId: 'R-000777' })).status).toBe(200);
  await button(page.getByRole('region', { name: 'Consensi', exact: true }), 'Invia di nuovo').click();
  await expectToast(page, 'Consensi inviati di nuovo');
  await expect(register.getByText('Titolare informato')).toBeVisible();
  await expect.poll(() => status(national)).toBe('SIGNED');

  await register.getByRole('button', { name: 'Revoca: Comunicazioni commerciali, Società nazionale' }).click();
  const question = dialog(page, 'Revocare il consenso?');
  await question.getByRole('radio', { name: 'Per telefono' }).check();
  await button(question, 'Registra la revoca').click();
  await expectToast(page, 'Revoca registrata');
  await expect(question).toHaveCount(0);
  await expect(register.getByText('Titolare informato')).toBeVisible();
  const after = await consents();
  expect(after.history[0]).toMatchObject({ choice: 'DENIED', withdrawnVia: 'PHONE', documentId: null });
  const currentConsents = after.controllers
    .find(({ controller }) => controller === 'NSC')
    ?.consents.find(({ purpose, channel }) => purpose === 'MARKETING' && channel === 'EMAIL');
  expect(currentConsents?.choice).toBe('DENIED');
});
