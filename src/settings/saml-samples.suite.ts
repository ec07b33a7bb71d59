/** Settings of SAML for tests. */

/** The required SAML settings only. */
export const completeSaml = {
  SAML_IDP_ENTITY_ID: 'https://idp.example/entity',
  SAML_IDP_SIGN_IN_URL: 'https://idp.example/sso',
  SAML_IDP_CERTIFICATES: '/etc/fascicolo/idp.pem',
  SAML_KEY: 'pem',
  SAML_CERTIFICATES: '/etc/fascicolo/saml.pem',
  SAML_EMAIL_VERIFIED: 'always',
};
