/** English: the dialogs of a document. */
import type { English } from '../../catalogue-types.ts';

export const documentDialogs: English['documentDialogs'] = {
  form: {
    newTitle: 'New document',
    editTitle: 'Edit document',
    chooseType: 'Choose the document type',
    typeFixed: 'Decided on creation',
    firstType: 'Choose the type: its fields appear here, filled in where possible.',
    fixedFile: 'The file cannot be changed: for another file create a new document.',
    noFile: 'The document has no file yet',
    create: 'Create the document',
    createAndStart: 'Create and start signing',
    saveDraft: 'Save draft',
    landing: 'Once saved: {{status}}',
    noType: 'No type has this name',
    noTypes: 'This folder has no document types for the dealer.',
    typeGone: 'The type of this document is no longer configured: ask an administrator.',

    fileAgain: 'Choose the file “{{name}}” again: text is kept, files are not.',
    mergedTitle: 'Data loaded again.',
    mergedText: 'The fields that you changed stayed as you typed them; the others are the current ones.',
  },
  cancel: {
    title: 'Cancel the signing of “{{name}}”?',
    back: 'Go back',
    text: 'The link that was sent stops working and the document returns to To start. What happened so far stays in the evidence.',
    together:
      'The link that was sent stops working and all {{number}} documents signed together return to To start. What happened so far stays in the evidence.',
  },
  remove: {
    draftTitle: 'Delete the draft “{{name}}”?',
    title: 'Delete the document “{{name}}”?',
    draftAction: 'Delete draft',
    action: 'Delete document',
    text: 'Document no. {{id}} of {{customer}}. It disappears from all lists and cannot be restored.',
    evidence: 'The trail of what happened so far stays in the evidence.',
  },
  copyAccepted: 'Accepted files: JPEG, PNG, PDF.',
  fea: {
    why: '“{{name}}” needs an advanced electronic signature: {{customer}} first signs the FEA module, once for this legal entity.',
    how: 'The module is generated from the customer’s data and signed like the other documents of the folder.',
    generate: 'Create the FEA module',
    identity: 'The customer’s identity document',
    identityText: 'The one the customer shows you: its data is printed on the module.',
    copy: 'Copy of the identity document',
    copyHint:
      'Photo or scan, optional: JPEG, PNG or PDF, at most {{max}}. Only those who start signatures see it, and every access is logged.',
    identityType: {
      identityCard: 'Identity card',
      passport: 'Passport',
      drivingLicence: 'Driving licence',
      residencePermit: 'Residence permit',
    },
    missingToast: 'Some of the customer’s data is missing.',
    missingTitle: 'The following customer data is missing:',
    missingText: 'Complete it, then create the module again.',
    mend: 'Complete the customer’s data',
    made: 'FEA module no. {{id}} is ready.',
    madeText: 'Open it and start signing: after that this document can be signed.',
    open: 'Open the FEA module',
    adhered: '{{customer}} already adhered to FEA on {{date}}: no new module is needed.',
    adheredText: 'If the document stays blocked, a person who signs with the customer has not adhered yet.',
  },
};
