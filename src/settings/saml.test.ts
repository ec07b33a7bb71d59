/** SAML settings: missing ones are reported, complete ones give a provider. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '#test/rows.ts';
import { samlFields, samlProblems, samlSettings } from './saml.ts';
import { completeSaml as WHOLE } from './saml-samples.suite.ts';

const fields = z.object(samlFields);
const settingsOf = (given: Record<string, string>) => samlSettings(fields.parse(given), 'https://portale.example/');

describe('the settings of SAML', () => {
  it('are absent by default', () => {
    expect(samlProblems({})).toEqual([]);
    expect(settingsOf({})).toBeNull();
  });

  it('report everything that is missing at once', () => {
    const names = Object.keys(WHOLE);
    for (const name of names) {
      expect(samlProblems({ [name]: 'x' }).map((one) => one.name)).toEqual(names.filter((one) => one !== name));
    }
    expect(samlProblems({ ...WHOLE, OIDC_ISSUER: 'x' }).map(({ name }) => name)).toEqual(['OIDC_ISSUER']);
    expect(samlProblems(WHOLE)).toEqual([]);
  });

  it('default to the product’s own URLs and the usual attribute names', () => {
    expect(settingsOf(WHOLE)).toMatchObject({
      provider: { logoutUrl: null, logoutResponseUrl: null, metadataUrl: null },
      product: {
        entityId: 'https://portale.example/sso/saml/metadata',
        callbackUrl: 'https://portale.example/sso/saml',
        logoutUrl: 'https://portale.example/sso/saml/logout',
      },
      mapping: { subject: null, emailVerified: null, phone: null },
      clockTolerance: 60,
    });
    const mapped = settingsOf({ ...WHOLE, SAML_EMAIL_VERIFIED: 'mailOk', SAML_EMAIL_ATTRIBUTES: 'a b' });
    expect(mapped?.mapping).toMatchObject({ emailVerified: 'mailOk', email: ['a', 'b'] });
  });

  it.each(
    rowsOf(`
      SAML_IDP_SIGN_IN_URL   | http://idp.example/sso
      SAML_IDP_SIGN_IN_URL   | https://user:word@idp.example/sso
      SAML_IDP_ENTITY_ID     | idp
      SAML_CLOCK_TOLERANCE   | 86400
      SAML_SUBJECT_ATTRIBUTE | two words
    `),
  )('refuse %s=%s', (name, value) => {
    expect(fields.safeParse({ ...WHOLE, [name]: value }).success).toBe(false);
  });
});
