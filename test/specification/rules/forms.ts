/** The specification's "Validation rules", rule by rule; the examples of each rule are in test/validation. */
import { type RuleSection, rule } from './rule.ts';

const WIZARD_GAPS = 'refusals.spec.ts › an incomplete form › shows an error at each field and focuses the first one';
const CUSTOMER =
  'customers.spec.ts › the customer form › shows missing and invalid values at their fields, then creates; toasts show both results';
const FOLDER =
  'folders.spec.ts › a new folder › requires the fields of its type and shows errors for invalid values at their fields';
const FILE =
  'document-form.spec.ts › the file › is refused when it has the wrong type, is too large, empty, or one of several';
const EXTRA =
  'document-form.spec.ts › the extra fields of a type › are rendered by their type, filled with defaults and validated once touched';
const SERVICE =
  'services.spec.ts › the service form shows missing and invalid values at their fields; creating shows toasts';
const LICENCE =
  'licenses.spec.ts › the licence form shows missing and invalid values at their fields; creating shows toasts';
const VIDEO = 'videos.spec.ts › an NSC user adds a video: errors appear at their fields, then the video is listed last';

const ACTIVATION = 'licenses.spec.ts › activations are created while seats are free, and deleting one frees its seat';
const SEARCH =
  'wizard.spec.ts › the search in RSP and the DMS › requires two filters of three characters, and shows how many are set';
/** The words of every rule, in any form. */
const WORDS = 'src/domain/validation.test.ts › of the rule “%s” (%#)';
const DEMANDING = 'folders.spec.ts › a new folder requires every field where its type requires every field';

export const FORMS: readonly RuleSection[] = [
  {
    name: 'Generic messages',
    rules: [
      rule("Required: '{path} è un campo obbligatorio' or 'Campo obbligatorio'", WIZARD_GAPS, SERVICE),
      rule(
        'String min',
        SEARCH,
        'users.spec.ts › the user list › shows all users sorted by name, with paging and search',
      ),
      rule('String max', CUSTOMER, EXTRA, FOLDER),
      rule('Exact length', FOLDER),
      rule('E-mail, regular expression', CUSTOMER),
      rule('URL', 'papers.spec.ts › the data of a legal entity are validated while the user types'),
      rule(
        'Trim: blanks count as empty',
        'test/validation/dossiers.ts › email is a valid address',
        'src/domain/text-schemas.test.ts › is trimmed of spaces and line endings',
        WORDS,
      ),
      rule('Case: codes are kept in capitals', CUSTOMER, WORDS),
      rule('Number: more than, max, positive, integer', SERVICE, LICENCE, VIDEO, WORDS),
      rule(
        'Number: min',
        'licenses.spec.ts › a licence is saved and deleted, but not reduced below its seats in use nor deleted while any is used',
        WORDS,
      ),
      rule('Number: less than, negative', SERVICE, WORDS),
      rule('Dates', CUSTOMER, FOLDER, SERVICE),
      rule('Date min', CUSTOMER, WORDS),
      rule('Date max', ACTIVATION, WORDS),
      rule(
        'One of',
        'folders.spec.ts › a new folder › offers the brands and folder types that the user may write',
        'document-form.spec.ts › a new document › accepts only the types of its folder and copies of papers',
        'test/validation/folders.ts › type is required, one of the folder types',
      ),
      rule(
        'Not one of',
        'user-form.spec.ts › a duplicate login shows an error at its field and keeps the input',
        WORDS,
      ),
      rule(
        'Array min',
        'user-form.spec.ts › a new user is created with toasts, appears in the list and can sign in',
        WORDS,
      ),
      rule('Array max, which a choice cannot exceed', WORDS),
      rule(
        'The validation-message context is the second segment of the route, upper-cased',
        'licenses.spec.ts › a duplicate licence code shows an error in Italian',
        'src/web/portal/connected/form/form-messages.test.ts › the context at %s is %j',
      ),
      rule(
        'Invalid fields show a message once touched',
        'user-form.spec.ts › a permission that is not allowed shows an error at its brand on blur',
        'services.spec.ts › a required group of choices shows its error on blur, an optional one shows none',
        'document-form.spec.ts › the file › shows a required error when its field is left empty or it is removed',
        EXTRA,
      ),
      rule(
        'The server uses the same messages',
        'messages.spec.ts › field errors of the server appear at their fields in its words',
      ),
      rule(
        'Input survives a refusal, a reload and the end of the session',
        'refusals.spec.ts › an invalid file › is refused with the reason, nothing is stored, and the input is kept',
        'document-edit.spec.ts › what was typed › stays when the save fails, and is offered again after a reload, the file by its name',
        'document-edit.spec.ts › what was typed › waits for the same person after the session ended',
        'user-form.spec.ts › unsaved input is offered again, also after a reload, until it is discarded',
        'fea.spec.ts › requests the identity document once the customer data are complete',
      ),
      rule(
        'Saving over another user’s changes is refused, and neither text is lost',
        'document-edit.spec.ts › an existing document › that somebody else saved meanwhile loses nothing: what was typed stays on top of what they saved',
        'customers.spec.ts › the customer form › saves changes, shows errors, and keeps both texts on an edit conflict',
        'folders.spec.ts › a folder › is saved, shows errors, and keeps the input on an edit conflict',
        'videos.spec.ts › when two users edit a video, the second sees the conflict, reloads and keeps the input',
      ),
    ],
  },
  {
    name: 'Document',
    rules: [
      rule(
        'Type required',
        'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
      ),
      rule(
        'Type at most 255 characters, which a choice cannot exceed',
        'test/validation/documents.ts › type is required, max 255, one of the folder’s document types',
      ),
      rule(
        'archivable and signable must be true when the type requires them',
        'document-form.spec.ts › a new document › requires the flags that its type requires, with an error at each cleared one',
        'src/web/portal/entities/documents/fields/document-fields.test.ts › for a missing signature type, mandatory flag, date or file',
      ),
      rule(
        'sigType required when the type requires it',
        'document-form.spec.ts › a new document › for signing requires a signature type, except as a draft',
      ),
      rule(
        'sigType at most 255 characters, which a choice cannot exceed',
        'test/validation/documents.ts › sigType is required when the type requires it, one of those offered or FEA',
      ),
      rule('Variable fields: a string (max 255) required when the type needs it', EXTRA),
      rule('Variable fields: dates required or nullable', EXTRA),
      rule(
        'Variable fields: role-based selectors required or nullable',
        EXTRA,
        'document-form.spec.ts › the extra fields of a type › for a colleague are required where the type requires them, and absent where it lists none',
      ),
      rule(
        'File required only on create',
        'src/web/portal/entities/documents/fields/document-fields.test.ts › as a draft only for a missing file, not for signature type or extra fields',
        'document-edit.spec.ts › an existing document › is edited under another title, its type and file fixed, and sends what may change alone',
      ),
      rule(
        'Exactly one file when the type needs a file, otherwise none',
        FILE,
        'wizard.spec.ts › a type without a file accepts none, and a type without a signature asks for none',
      ),
      rule(
        "When signable, only PDF is accepted ('File accettati: PDF')",
        FILE,
        'document-form.spec.ts › the file › may be an image or a text when nothing is signed, and is validated again when that changes',
        'document-edit.spec.ts › an existing document › that is a draft may stay one, and a finished one that is no PDF cannot become signable',
      ),
      rule(
        "Otherwise PDF, JPEG, PNG, TIFF, DOC, DOCX ('File accettati: immagini, Pdf, documenti di testo')",
        'test/validation/documents.ts › File accettati: immagini, Pdf, documenti di testo',
        'document-form.spec.ts › the file › may be an image or a text when nothing is signed, and is validated again when that changes',
      ),
      rule('Only one file per upload', FILE),
      rule(
        'Editing sends only id, archivable, sigType, signable and variable fields, the flags as booleans',
        'document-edit.spec.ts › an existing document › is edited under another title, its type and file fixed, and sends what may change alone',
      ),
      rule(
        'On choosing a type sigType, signable, archivable and extra fields are pre-filled from the type defaults',
        'document-form.spec.ts › a new document › asks for its type and applies the defaults of the type',
        EXTRA,
      ),
      rule(
        'Extra fields appear only if the folder-type configuration lists them',
        'document-form.spec.ts › the extra fields of a type › for a colleague are required where the type requires them, and absent where it lists none',
      ),
    ],
  },
  {
    name: 'Dossier',
    rules: [
      rule('firstName, lastName, city, postalCode, street, mobilePhone, email required', CUSTOMER, WIZARD_GAPS),
      rule('At most 255 characters', CUSTOMER),
      rule('E-mail valid', CUSTOMER, WIZARD_GAPS),
      rule('mobilePhone: plus sign, 2 digits, optional space, then 9 or 10 digits', CUSTOMER),
      rule(
        'hst required: one of the own dealers is preselected',
        'customers.spec.ts › the customer form › preselects a dealer of the service mandate for service roles, of the sales mandate for other roles',
      ),
      rule(
        'birthDate, birthPlace and fiscalCode required unless the legal entity uses FES for that folder type (then nullable)',
        'customers.spec.ts › the customer form › requires birth and fiscal data where the legal entity does not use the simple signature',
        WIZARD_GAPS,
      ),
      rule(
        'fiscalCode: the Italian 16-character pattern or 11 digits',
        CUSTOMER,
        'customers.spec.ts › the customer form › accepts a company by its eleven-digit code, and asks once about an implausible code',
        'roles.spec.ts › a company signs through its representative',
      ),
      rule(
        'A second, stricter schema requires all three',
        'customers.spec.ts › the customer form › requires all three when the FEA module lacks them',
      ),
      rule(
        'An existing customer is pointed out',
        'customers.spec.ts › the customer form › warns of a customer with the same codice fiscale and can take over the existing data',
        'wizard.spec.ts › an existing customer is pointed out, and used instead of a duplicate',
      ),
    ],
  },
  {
    name: 'Folder',
    rules: [
      rule(
        'Brand required, one of the allowed brands; type required, one of those allowed for the user and brand',
        'folders.spec.ts › a new folder › offers the brands and folder types that the user may write',
      ),
      rule(
        'Brand at most 255 characters, which a choice cannot exceed',
        'test/validation/folders.ts › brand is required, one of the allowed brands',
      ),
      rule('processDate required when the type requires it', FOLDER, WIZARD_GAPS),
      rule('businessId and plate required when the type requires them', FOLDER, WIZARD_GAPS),
      rule('jobId, vin and notes required when the type requires them', DEMANDING),
      rule('jobId at most 64 characters', FOLDER),
      rule('vin exactly 17 characters', FOLDER, WIZARD_GAPS),
      rule(
        'An empty vin is dropped',
        FOLDER,
        'folders.spec.ts › a folder › is saved, shows errors, and keeps the input on an edit conflict',
      ),
    ],
  },
  {
    name: 'Files, users, search, services',
    rules: [
      rule(
        'File drop errors: invalid type, too large (max size in bytes), too small, too many files',
        FILE,
        LICENCE,
        'refusals.spec.ts › an invalid file › is refused with the reason, nothing is stored, and the input is kept',
      ),
      rule(
        'A file refused by the server shows an error at its field',
        'refusals.spec.ts › an invalid file › is refused with the reason, nothing is stored, and the input is kept',
        'src/server/documents/intake/files.test.ts › is at most 25 MiB: one byte more answers 413',
      ),
      rule(
        'If the READONLY permission is chosen, no other permission may be chosen',
        'user-form.spec.ts › read-only and the other permissions of a brand disable each other',
      ),
      rule(
        'If a single-selection role is chosen, no other role may be chosen',
        'user-form.spec.ts › an exclusive role disables the other roles, with the reason',
      ),
      rule(
        'Logins are unique',
        'user-form.spec.ts › a duplicate login shows an error at its field and keeps the input',
      ),
      rule('Pickers for sales manager and dealer operator are filtered by brand and folder-type permissions', EXTRA),
      rule(
        'Customer search (DMS and RSP): at least 2 filters, each with at least 3 characters',
        'wizard.spec.ts › the search in RSP and the DMS › requires two filters of three characters, and shows how many are set',
      ),
      rule(
        'Customers and companies are found, and an outdated search is cancelled',
        'wizard.spec.ts › the search in RSP and the DMS › finds people and companies, in RSP and in the DMS',
        'wizard.spec.ts › the search in RSP and the DMS › shows its results, cancels an outdated search, and passes a person to the folder',
      ),
      rule(
        'An empty result shows a text, for customers and companies',
        'wizard.spec.ts › the search in RSP and the DMS › shows an empty result for people and companies, in RSP and in the DMS',
      ),
      rule(
        'An unavailable system is named, and the other one can be searched',
        'wizard.spec.ts › the search in RSP and the DMS › shows which system is unavailable, while the other one still answers',
      ),
      rule(
        'A value of O or - in all brands means DMS-only search',
        'wizard.spec.ts › the search in RSP and the DMS › offers only the DMS for dealers whose mandates are O or none',
      ),
      rule(
        'Service form: shown fields depend on the service type',
        'services.spec.ts › the service form shows only the fields of the chosen type',
      ),
      rule('Service values must be non-empty and valid', SERVICE),
    ],
  },
];
