/** English: what is missing before the first signature of an installation. */
export const firstSteps = {
  lead: 'What is needed before a customer can sign. Once everything is ready, this entry leaves the menu.',
  left_one: '{{count}} step is left.',
  left_other: '{{count}} steps are left.',
  ready: 'Everything is ready.',
  readyText: 'The installation has what it needs.',
  state: { done: 'Done', open: 'To do', optional: 'Optional' },
  step: {
    dealers: 'Dealers',
    administrators: 'Second administrator',
    users: 'Users of the dealers',
    services: 'OTP and cloud space',
    texts: 'Texts and company data',
    custodian: 'Custodian of handwritten signatures',
    signature: 'First signature',
  },
  done: {
    dealers_one: '{{count}} dealer in the list.',
    dealers_other: '{{count}} dealers in the list.',
    dealersSince: 'Last update: {{at}}.',
    administrators_one: '{{count}} active administrator.',
    administrators_other: '{{count}} active administrators.',
    users_one: '{{count}} active user can start signatures.',
    users_other: '{{count}} active users can start signatures.',
    services: 'Each legal entity with users has an OTP and a cloud space service.',
    texts: 'Notices and data are published for each legal entity with users.',
    custodian: 'Customers can sign by hand on paired tablets.',
    signature: 'A first document has been signed.',
  },
  open: {
    dealers:
      'The tools service has not returned the list yet. The server’s operator checks TOOLS_URL and TOOLS_TOKEN with the command “fascicolo doctor”.',
    dealersEmpty:
      'The tools service answered with an empty list: ask the national company which dealers it has assigned to this installation.',
    administrators:
      'Publishing texts and appointing administrators takes two people. Appoint the second one among the users: as long as you are the only one, the server’s operator confirms with “fascicolo admin confirm”.',
    users: 'Create at least one user who works at a dealer and can start signatures.',
    services: 'These legal entities lack an active service, which sets how many codes and how much space they have.',
    texts:
      'Until they are published, documents contain the drafts, marked as such. One administrator writes, another publishes.',
    custodian: 'The server’s settings name no custodian: customers sign with the code, not by hand.',
    custodianNamed:
      'The server’s settings name a custodian: it takes effect once one administrator enters its fingerprint in the data of the national company and another publishes it.',
    signature: 'Create a customer with your own mobile number, a folder and a document; then choose “Start signing”.',
  },
  usersFirst: 'It depends on the legal entities that have users: create the users first.',
  go: {
    administrators: 'Open the users',
    users: 'Open the users',
    services: 'Open the services',
    texts: 'Open the templates',
    custodian: 'Open the data of the national company',
    signature: 'Open the dashboard',
  },
  service: { OTP: 'OTP', DISK_SPACE: 'cloud space' },
  companyData: 'company data',
  national: 'National company',
};
