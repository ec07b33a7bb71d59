/** Phone numbers shared by several people, created over HTTP. */

import { sendFormToNewCustomer } from '../administration/registry-pages.ts';
import { address, uniqueNumber } from '../support/portal-calls.ts';
import { expect } from '../support/watched-browsers.ts';

/** Requests the code as the customer behind a link. */
async function requestCode(link: string): Promise<void> {
  const path = new URL(link).pathname.replace(/^\/sign\//, '/api/sign/');
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${address}${path}/otp`, { method: 'POST', headers, body: '{}' })).status).toBe(200);
}

/** A number at which two people have received codes. */
export async function createSharedNumber(): Promise<string> {
  const mobilePhone = `+39 348${uniqueNumber()}`;
  for (const firstName of ['Gioia', 'Irene']) {
    await requestCode((await sendFormToNewCustomer('PRIVACY_DEALER', { firstName, mobilePhone })).link);
  }
  return mobilePhone;
}
