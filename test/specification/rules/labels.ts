/** The visible rules of the specification's "Entities and their fields", rule by rule. */
import { type RuleSection, rule } from './rule.ts';

const NEW_FOLDER =
  'folders.spec.ts › a new folder › requires the fields of its type and shows errors for invalid values at their fields';
const CUSTOMER =
  'customers.spec.ts › the customer form › shows missing and invalid values at their fields, then creates; toasts show both results';
const FACTS = 'customers.spec.ts › the customer page shows the last editor, the legal entity and the codes';

export const LABELS: readonly RuleSection[] = [
  {
    name: 'People and dealers',
    rules: [
      rule(
        'User: login, names, e-mail, authorities, hstList, activated, and one field per brand with folder-type permissions and READONLY',
        'user-form.spec.ts › a new user is created with toasts, appears in the list and can sign in',
        'user-form.spec.ts › read-only and the other permissions of a brand disable each other',
      ),
      rule(
        'Dealer: a brand is handled by its type value, and a value of O or - in all brands means DMS-only search',
        'customers.spec.ts › the customer form › preselects a dealer of the service mandate for service roles, of the sales mandate for other roles',
        'wizard.spec.ts › the search in RSP and the DMS › offers only the DMS for dealers whose mandates are O or none',
      ),
    ],
  },
  {
    name: 'Dossier, folder, document',
    rules: [
      rule('birthDate is shown DD/MM/YYYY and sent ISO', CUSTOMER),
      rule(
        'Person or organization, of RSP or DMS, with their variants of name, phone and address',
        'customers.spec.ts › the customer form › accepts a company by its eleven-digit code, and asks once about an implausible code',
        'synchronization.spec.ts › an RSP customer shows its synchronization status, synchronizes on request and takes over the data of RSP',
        FACTS,
      ),
      rule(
        'syncStatus and lastSync of a dossier',
        'synchronization.spec.ts › an RSP customer shows its synchronization status, synchronizes on request and takes over the data of RSP',
        'synchronization.spec.ts › a failed synchronization and an unreadable status name the support contact',
      ),
      rule(
        'businessId is the sale proposal number for new sales, the case number for used sales, the work order number for service',
        'folders.spec.ts › a new folder › labels its number by type: proposta, pratica, commessa',
      ),
      rule('processDate is converted to the API format on write and to local time on read', NEW_FOLDER),
      rule(
        'Creator and last editor of a dossier, a folder and a document, with the dates',
        FACTS,
        'folders.spec.ts › a folder › shows who created and changed it, and appears with its documents below the folders of the menu',
      ),
      rule(
        'Document: metadata of dealer, operator and sales manager with their sign links',
        'own-signature.spec.ts › the customer signs on a phone, then the sales manager in the portal after a fresh sign-in, and the document is complete',
      ),
      rule(
        'Document: signature types offered are OTP and GRAPHOMETRIC',
        'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
      ),
      rule(
        'Folder-type configuration: displayOrder, visibleInWizard, legalEntities',
        'dashboard.spec.ts › brand cards › offer a dealer its folder types in order, each with a menu headed Firma and named after folder type and brand',
        'wizard.spec.ts › shows an error for a type that is hidden from the wizard or belongs to other legal entities',
      ),
    ],
  },
  {
    name: 'Licences, services, videos, statistics',
    rules: [
      rule(
        'License: code, amount, activations, legal entity, dealers, .afgclic file, notes, expiry',
        'licenses.spec.ts › the licence form shows missing and invalid values at their fields; creating shows toasts',
        'licenses.spec.ts › a licence is saved and deleted, but not reduced below its seats in use nor deleted while any is used',
      ),
      rule(
        'Activation: code, dealer, notes, expiry, device label and name, status',
        'licenses.spec.ts › activations are created while seats are free, and deleting one frees its seat',
        'licenses.spec.ts › each activation status has a label',
        'device.spec.ts › a tablet is activated by its code and by the same number on both screens, and lists the documents sent to it',
      ),
      rule(
        'Service types and their fields; FEA and FES; space in MB',
        'services.spec.ts › the service form shows only the fields of the chosen type',
        'services.spec.ts › editing a service keeps its type and legal entity fixed; saving and deleting show toasts',
      ),
      rule(
        'Video: order, title, externalId with its preview, description, duration',
        'videos.spec.ts › an NSC user adds a video: errors appear at their fields, then the video is listed last',
        'videos.spec.ts › with a video service › no request goes to it until the user presses play, and no other frame is allowed',
      ),
      rule(
        'Statistics: used of total for OTP, space and archive; signed documents by folder type',
        'dashboard.spec.ts › figures › show codes and megabytes used and their totals',
        'dashboard.spec.ts › figures › of signed documents count Firmato and Privacy in corso of the legal entity by folder type',
      ),
    ],
  },
];
