/** The specification's "Validation rules", rule by rule; the examples of each rule are in test/validation. */
import { type RuleSection, rule } from './rule.ts';

const WIZARD_GAPS =
  'refusals.spec.ts › a form that is not complete › says so at each field and takes the focus to the first';
const CUSTOMER =
  'customers.spec.ts › the form of a customer › says at each field what is missing or wrong, then creates, and toasts tell both';
const FOLDER =
  'folders.spec.ts › a new folder › is asked what its type demands, and refused what does not fit, each at its field';
const FILE =
  'document-form.spec.ts › the file › is refused when it is of the wrong type, too large, empty, or one of several';
const EXTRA =
  'document-form.spec.ts › the extra fields of a type › are drawn by their type, filled in with its defaults, judged once touched';
const SERVICE =
  'services.spec.ts › a service says at each field what is missing or wrong, then is made, and toasts tell it';
const LICENCE =
  'licenses.spec.ts › a licence says at each field what is missing or wrong, then is made, and toasts tell it';
const VIDEO =
  'videos.spec.ts › the national office adds a video: what is wrong is told at its field, then it stands last';

const ACTIVATION =
  'licenses.spec.ts › activations are made while there are seats, and their place is free again once deleted';
const SEARCH =
  'wizard.spec.ts › the search in RSP and the DMS › wants two filters of three characters, and says how many there are';
/** The words of every rule, in any form. */
const WORDS = 'src/domain/validation.test.ts › of the rule “%s” (%#)';
const DEMANDING = 'folders.spec.ts › a new folder is asked for everything where its type demands everything';

export const FORMS: readonly RuleSection[] = [
  {
    name: 'Generic messages',
    rules: [
      rule("Required: '{path} è un campo obbligatorio' or 'Campo obbligatorio'", WIZARD_GAPS, SERVICE),
      rule('String min', SEARCH, 'users.spec.ts › the list › shows everybody by name, is sorted, paged and searched'),
      rule('String max', CUSTOMER, EXTRA, FOLDER),
      rule('Exact length', FOLDER),
      rule('E-mail, regular expression', CUSTOMER),
      rule('URL', 'papers.spec.ts › what a legal entity says of itself is checked as it is typed'),
      rule(
        'Trim: blanks alone are nothing',
        'test/validation/dossiers.ts › email is a valid address',
        'src/domain/text.test.ts › is trimmed of spaces and line endings',
        WORDS,
      ),
      rule('Case: codes are kept in capitals', CUSTOMER, WORDS),
      rule('Number: more than, max, positive, integer', SERVICE, LICENCE, VIDEO, WORDS),
      rule(
        'Number: min',
        'licenses.spec.ts › a licence is saved and deleted, but not below or while its seats are taken',
        WORDS,
      ),
      rule('Number: less than, negative', SERVICE, WORDS),
      rule('Dates', CUSTOMER, FOLDER, SERVICE),
      rule('Date min', CUSTOMER, WORDS),
      rule('Date max', ACTIVATION, WORDS),
      rule(
        'One of',
        'folders.spec.ts › a new folder › is of the brands and folder types that one may write to',
        'document-form.spec.ts › a new document › may be of the types of its folder and a copy of a paper, and of no other',
        'test/validation/folders.ts › type is required, one of the folder types',
      ),
      rule(
        'Not one of',
        'user-form.spec.ts › a login that is taken is told at its field, and what was typed stays',
        WORDS,
      ),
      rule('Array min', 'user-form.spec.ts › a new user is created, told in toasts, listed, and can sign in', WORDS),
      rule('Array max, which a choice never has more of', WORDS),
      rule(
        'The validation-message context is the second segment of the route, upper-cased',
        'licenses.spec.ts › a code that another licence has is told in the words of the page',
        'src/web/portal/connected/form/wording.test.ts › the context at %s is %j',
      ),
      rule(
        'Invalid fields show a message once touched',
        'user-form.spec.ts › a permission that may not stay is told at its brand as soon as that was touched',
        'services.spec.ts › groups to choose from say what is missing once left, and nothing where none means all',
        'document-form.spec.ts › the file › that is demanded is asked for once its field is left, or it is taken away again',
        EXTRA,
      ),
      rule(
        'The server refuses in the same words',
        'messages.spec.ts › wrong fields that the server names stand at their fields, in its words',
      ),
      rule(
        'What was typed is not lost by a refusal, a reload or the end of the session',
        'refusals.spec.ts › a file that cannot be taken › is refused with the reason, nothing is written, and what was typed is still there',
        'document-edit.spec.ts › what was typed › stays when the save fails, and is offered again after a reload, the file by its name',
        'document-edit.spec.ts › what was typed › waits for the same person after the session ended',
        'user-form.spec.ts › what was typed and not saved is offered again, after a reload too, until it is thrown away',
        'fea.spec.ts › asks for the identity document once the customer’s data are complete',
      ),
      rule(
        'What somebody else saved meanwhile is refused, and neither text is lost',
        'document-edit.spec.ts › an existing document › that somebody else saved meanwhile loses nothing: what was typed stays on top of what they saved',
        'customers.spec.ts › the form of a customer › saves what was changed, says when it cannot, and keeps both texts when somebody else saved',
        'folders.spec.ts › a folder › is saved, says when it cannot be, and keeps what was typed when somebody else saved',
        'videos.spec.ts › two who edit the same video: the second is told, reloads, and loses nothing',
      ),
    ],
  },
  {
    name: 'Document',
    rules: [
      rule(
        'Type required',
        'document-form.spec.ts › a new document › asks for its type, and fills in what the type says',
      ),
      rule(
        'Type at most 255 characters, which a choice never has more of',
        'test/validation/documents.ts › type is required, max 255, one of the folder’s document types',
      ),
      rule(
        'archivable and signable must be true when the type requires them',
        'document-form.spec.ts › a new document › keeps the flags that its type demands, and says so at each that is taken away',
        'src/web/portal/entities/documents/fields/document-fields.test.ts › for a missing signature type, mandatory flag, date or file',
      ),
      rule(
        'sigType required when the type requires it',
        'document-form.spec.ts › a new document › that is to be signed needs a signature type, unless it is saved as a draft',
      ),
      rule(
        'sigType at most 255 characters, which a choice never has more of',
        'test/validation/documents.ts › sigType is required when the type requires it, one of those offered or FEA',
      ),
      rule('Variable fields: a string (max 255) required when the type needs it', EXTRA),
      rule('Variable fields: dates required or nullable', EXTRA),
      rule(
        'Variable fields: role-based selectors required or nullable',
        EXTRA,
        'document-form.spec.ts › the extra fields of a type › that name a colleague are demanded where the type demands them, and absent where it lists none',
      ),
      rule(
        'File required only on create',
        'src/web/portal/entities/documents/fields/document-fields.test.ts › as a draft only for a missing file, not for signature type or extra fields',
        'document-edit.spec.ts › an existing document › is edited under another title, its type and file fixed, and sends what may change alone',
      ),
      rule(
        'Exactly one file when the type needs a file, otherwise none',
        FILE,
        'wizard.spec.ts › a type without a file takes none, and one without a signature asks for none',
      ),
      rule(
        "When signable, only PDF is accepted ('File accettati: PDF')",
        FILE,
        'document-form.spec.ts › the file › may be an image or a text when nothing is signed, and is judged again when that changes',
        'document-edit.spec.ts › an existing document › that is a draft may stay one, and a finished one that is no PDF cannot become signable',
      ),
      rule(
        "Otherwise PDF, JPEG, PNG, TIFF, DOC, DOCX ('File accettati: immagini, Pdf, documenti di testo')",
        'test/validation/documents.ts › File accettati: immagini, Pdf, documenti di testo',
        'document-form.spec.ts › the file › may be an image or a text when nothing is signed, and is judged again when that changes',
      ),
      rule('Only one file per upload', FILE),
      rule(
        'Editing sends only id, archivable, sigType, signable and variable fields, the flags as booleans',
        'document-edit.spec.ts › an existing document › is edited under another title, its type and file fixed, and sends what may change alone',
      ),
      rule(
        'On choosing a type sigType, signable, archivable and extra fields are pre-filled from the type defaults',
        'document-form.spec.ts › a new document › asks for its type, and fills in what the type says',
        EXTRA,
      ),
      rule(
        'Extra fields appear only if the folder-type configuration lists them',
        'document-form.spec.ts › the extra fields of a type › that name a colleague are demanded where the type demands them, and absent where it lists none',
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
        'hst required: one is chosen from the start, of the own dealers',
        'customers.spec.ts › the form of a customer › begins with a dealer of the service mandate for service roles, of the sales mandate for the others',
      ),
      rule(
        'birthDate, birthPlace and fiscalCode required unless the legal entity uses FES for that folder type (then nullable)',
        'customers.spec.ts › the form of a customer › asks for birth and fiscal data where the legal entity does not sign simply',
        WIZARD_GAPS,
      ),
      rule(
        'fiscalCode: the Italian 16-character pattern or 11 digits',
        CUSTOMER,
        'customers.spec.ts › the form of a customer › takes a company by its eleven digits, and asks once about a code that cannot be right',
        'roles.spec.ts › a company signs through the person it names',
      ),
      rule(
        'A second, stricter schema requires all three',
        'customers.spec.ts › the form of a customer › asks for all three when the FEA module lacks them',
      ),
      rule(
        'A customer who is here already is pointed out',
        'customers.spec.ts › the form of a customer › warns of a customer with the same codice fiscale and takes the data that are here already',
        'wizard.spec.ts › a customer who is here already is pointed out, and taken instead of a second one',
      ),
    ],
  },
  {
    name: 'Folder',
    rules: [
      rule(
        'Brand required, one of the allowed brands; type required, one of those allowed for the user and brand',
        'folders.spec.ts › a new folder › is of the brands and folder types that one may write to',
      ),
      rule(
        'Brand at most 255 characters, which a choice never has more of',
        'test/validation/folders.ts › brand is required, one of the allowed brands',
      ),
      rule('processDate required when the type demands it', FOLDER, WIZARD_GAPS),
      rule('businessId and plate required when demanded', FOLDER, WIZARD_GAPS),
      rule('jobId, vin and notes required when demanded', DEMANDING),
      rule('jobId at most 64 characters', FOLDER),
      rule('vin exactly 17 characters', FOLDER, WIZARD_GAPS),
      rule(
        'An empty vin is dropped',
        FOLDER,
        'folders.spec.ts › a folder › is saved, says when it cannot be, and keeps what was typed when somebody else saved',
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
        'refusals.spec.ts › a file that cannot be taken › is refused with the reason, nothing is written, and what was typed is still there',
      ),
      rule(
        'A file that the server refuses is told at the file',
        'refusals.spec.ts › a file that cannot be taken › is refused with the reason, nothing is written, and what was typed is still there',
        'src/server/documents/intake/files.test.ts › is at most 25 MiB: one byte more answers 413',
      ),
      rule(
        'If the READONLY permission is chosen, no other permission may be chosen',
        'user-form.spec.ts › read-only switches the other permissions of its brand off, and they switch it off',
      ),
      rule(
        'If a single-selection role is chosen, no other role may be chosen',
        'user-form.spec.ts › a role that stands alone excludes the others, and each says why',
      ),
      rule(
        'A login is taken once',
        'user-form.spec.ts › a login that is taken is told at its field, and what was typed stays',
      ),
      rule('Pickers for sales manager and dealer operator are filtered by brand and folder-type permissions', EXTRA),
      rule(
        'Customer search (DMS and RSP): at least 2 filters, each with at least 3 characters',
        'wizard.spec.ts › the search in RSP and the DMS › wants two filters of three characters, and says how many there are',
      ),
      rule(
        'Customers and companies are found, and a search that is overtaken is cancelled',
        'wizard.spec.ts › the search in RSP and the DMS › finds people and companies, in RSP and in the DMS',
        'wizard.spec.ts › the search in RSP and the DMS › shows what it found, cancels a search that is overtaken, and hands a person over to the folder',
      ),
      rule(
        'Nobody found is said, for customers and companies',
        'wizard.spec.ts › the search in RSP and the DMS › tells when nobody is found, people and companies, in RSP and in the DMS',
      ),
      rule(
        'A system that does not answer is named, and the other one can be asked',
        'wizard.spec.ts › the search in RSP and the DMS › that is out of order says which system, and the other one still answers',
      ),
      rule(
        'A value of O or - in all brands means DMS-only search',
        'wizard.spec.ts › the search in RSP and the DMS › is of the DMS alone for dealers whose mandates are O or none',
      ),
      rule(
        'Service form: shown fields depend on the service type',
        'services.spec.ts › the form of a service shows the fields of its type alone',
      ),
      rule('Service values must be non-empty and valid', SERVICE),
    ],
  },
];
