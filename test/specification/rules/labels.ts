/** The visible rules of the specification's "Entities and their fields", rule by rule. */
import { type RuleSection, rule } from './rule.ts';

const NEW_FOLDER =
  'folders.spec.ts › a new folder › is asked what its type demands, and refused what does not fit, each at its field';
const CUSTOMER =
  'customers.spec.ts › the form of a customer › says at each field what is missing or wrong, then creates, and toasts tell both';
const FACTS = 'customers.spec.ts › the page of a customer says who changed it last, whose legal entity and which codes';

export const LABELS: readonly RuleSection[] = [
  {
    name: 'People and dealers',
    rules: [
      rule(
        'User: login, names, e-mail, authorities, hstList, activated, and one field per brand with folder-type permissions and READONLY',
        'user-form.spec.ts › a new user is created, told in toasts, listed, and can sign in',
        'user-form.spec.ts › read-only switches the other permissions of its brand off, and they switch it off',
      ),
      rule(
        'Dealer: a brand is handled by its type value, and a value of O or - in all brands means DMS-only search',
        'customers.spec.ts › the form of a customer › begins with a dealer of the service mandate for service roles, of the sales mandate for the others',
        'wizard.spec.ts › the search in RSP and the DMS › is of the DMS alone for dealers whose mandates are O or none',
      ),
    ],
  },
  {
    name: 'Dossier, folder, document',
    rules: [
      rule('birthDate is shown DD/MM/YYYY and sent ISO', CUSTOMER),
      rule(
        'Person or organization, of RSP or DMS, with their variants of name, phone and address',
        'customers.spec.ts › the form of a customer › takes a company by its eleven digits, and asks once about a code that cannot be right',
        'synchronization.spec.ts › a customer of RSP shows its state, is synchronized on request, and takes over what RSP says',
        FACTS,
      ),
      rule(
        'syncStatus and lastSync of a dossier',
        'synchronization.spec.ts › a customer of RSP shows its state, is synchronized on request, and takes over what RSP says',
        'synchronization.spec.ts › a synchronization that failed, and a state that cannot be read, say whom to ask for help',
      ),
      rule(
        'businessId is the sale proposal number for new sales, the case number for used sales, the work order number for service',
        'folders.spec.ts › a new folder › calls its number by its type: proposta, pratica, commessa',
      ),
      rule('processDate is converted to the API format on write and to local time on read', NEW_FOLDER),
      rule(
        'Who created and last changed a dossier, a folder, a document, and when',
        FACTS,
        'folders.spec.ts › a folder › says who made and who changed it, and stands with its documents below the folders of the menu',
      ),
      rule(
        'Document: metadata of dealer, operator and sales manager with their sign links',
        'own-signature.spec.ts › the customer signs on the phone, then the sales manager in the portal after another sign-in, and the document is complete',
      ),
      rule(
        'Document: signature types offered are OTP and GRAPHOMETRIC',
        'document-form.spec.ts › a new document › asks for its type, and fills in what the type says',
      ),
      rule(
        'Folder-type configuration: displayOrder, visibleInWizard, legalEntities',
        'dashboard.spec.ts › brand cards › offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand',
        'wizard.spec.ts › leads nowhere for a type that is hidden from the wizard or is other legal entities’',
      ),
    ],
  },
  {
    name: 'Licences, services, videos, statistics',
    rules: [
      rule(
        'License: code, amount, activations, legal entity, dealers, .afgclic file, notes, expiry',
        'licenses.spec.ts › a licence says at each field what is missing or wrong, then is made, and toasts tell it',
        'licenses.spec.ts › a licence is saved and deleted, but not below or while its seats are taken',
      ),
      rule(
        'Activation: code, dealer, notes, expiry, device label and name, status',
        'licenses.spec.ts › activations are made while there are seats, and their place is free again once deleted',
        'licenses.spec.ts › each status of an activation has its name',
        'device.spec.ts › a tablet is activated by its code and the number on both screens, and shows what is sent to it',
      ),
      rule(
        'Service types and their fields; FEA and FES; space in MB',
        'services.spec.ts › the form of a service shows the fields of its type alone',
        'services.spec.ts › a service keeps type and legal entity, is saved and deleted, and toasts tell what came of it',
      ),
      rule(
        'Video: order, title, externalId with its preview, description, duration',
        'videos.spec.ts › the national office adds a video: what is wrong is told at its field, then it stands last',
        'videos.spec.ts › with a video service › nothing is asked of it until somebody presses play, and no other frame is allowed',
      ),
      rule(
        'Statistics: used of total for OTP, space and archive; signed documents by folder type',
        'dashboard.spec.ts › figures › say how many codes and megabytes are used of how many',
        'dashboard.spec.ts › figures › of signed documents are counted by folder type: Firmato and Privacy in corso, of the legal entity',
      ),
    ],
  },
];
