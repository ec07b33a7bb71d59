/** OpenID Connect settings: missing ones are reported, complete ones give a provider. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowsOf } from '#test/rows.ts';
import { oidcFields, oidcProblems, oidcSettings } from './oidc.ts';

const WHOLE = {
  OIDC_ISSUER: 'https://idp.example/realms/rete',
  OIDC_CLIENT_ID: 'fascicolo',
  OIDC_CLIENT_SECRET: 'segreto',
};
const fields = z.object(oidcFields);
const settingsOf = (given: Record<string, string>) => oidcSettings(fields.parse(given));

describe('the settings of OpenID Connect', () => {
  it('are absent by default', () => {
    expect(oidcProblems({}, false)).toEqual([]);
    expect(settingsOf({})).toBeNull();
  });

  it('report everything that is missing at once', () => {
    const names = Object.keys(WHOLE);
    expect(oidcProblems({}, true).map(({ name }) => name)).toEqual(names);
    for (const name of names) {
      const missing = oidcProblems({ [name]: 'x' }, false);
      expect(missing.map((one) => one.name)).toEqual(names.filter((one) => one !== name));
      expect(missing[0]?.message.en).toBe(`is needed with ${name}`);
    }
    expect(oidcProblems({ OIDC_CERTIFICATES: 'x' }, false)).toHaveLength(3);
    expect(oidcProblems(WHOLE, true)).toEqual([]);
  });

  it('default to the names of the specification', () => {
    expect(settingsOf(WHOLE)).toEqual({
      ...{ issuer: WHOLE.OIDC_ISSUER, clientId: 'fascicolo', clientSecret: 'segreto' },
      ...{ scope: 'openid profile email', certificates: null, clockTolerance: 30 },
      mapping: { subject: 'sub', email: 'email', emailVerified: 'email_verified', phone: null },
    });
    expect(settingsOf({ ...WHOLE, OIDC_SCOPE: 'openid  email phone' })).toMatchObject({
      scope: 'openid email phone',
      mapping: { phone: 'phone_number' },
    });
  });

  it('accept other names', () => {
    const told = settingsOf({
      ...WHOLE,
      ...{ OIDC_SUBJECT_CLAIM: 'oid', OIDC_EMAIL_CLAIM: 'upn', OIDC_EMAIL_VERIFIED: 'xms_edov' },
      ...{ OIDC_PHONE_CLAIM: 'mobile', OIDC_CERTIFICATES: '/etc/fascicolo/idp.pem' },
    });
    expect(told).toMatchObject({
      certificates: '/etc/fascicolo/idp.pem',
      mapping: { subject: 'oid', email: 'upn', emailVerified: 'xms_edov', phone: 'mobile' },
    });
    expect(settingsOf({ ...WHOLE, OIDC_EMAIL_VERIFIED: 'always' })?.mapping.emailVerified).toBeNull();
  });

  it.each(
    rowsOf(`
      OIDC_ISSUER          | http://idp.example
      OIDC_ISSUER          | https://user:word@idp.example
      OIDC_ISSUER          | https://idp.example/?realm=rete
      OIDC_SCOPE           | profile email
      OIDC_SCOPE           | openid "email"
      OIDC_EMAIL_CLAIM     | two words
      OIDC_CLOCK_TOLERANCE | 3600
    `),
  )('refuse %s=%s', (name, value) => {
    expect(fields.safeParse({ ...WHOLE, [name]: value }).success).toBe(false);
  });
});
