/** Section 7 of the specification verbatim, line by line, with the endpoints of the contract that answer each. */

export interface SpecificationLine {
  readonly says: string;
  /** Names of endpoints in the contract. */
  readonly calls: readonly string[];
}

export interface SpecificationSection {
  readonly name: string;
  readonly lines: readonly SpecificationLine[];
}

const line = (says: string, ...calls: string[]): SpecificationLine => ({ says, calls });

export const SECTIONS: readonly SpecificationSection[] = [
  {
    name: 'Documents',
    lines: [
      line(
        "POST /api/documents-ext/search?page&size&sort, body filters (folderId, status, legalEntity and so on, each as {equals} or {in}). A folder's document list uses page 0, size 10000, sort fileName,asc.",
        'searchDocuments',
      ),
      line(
        'POST /api/documents (create, with base64 content, fileName, mimeType, fileSize); PUT /api/documents (update); GET /api/documents/{id}; DELETE /api/documents/{id}.',
        'createDocument',
        'updateDocument',
        'getDocument',
        'deleteDocument',
      ),
      line(
        'GET /api/documents/{id}/download (binary); POST /api/documents/{id}/sign (start sign).',
        'downloadDocument',
        'startSign',
      ),
      line(
        'GET /api/documents/count with params status.in, folderType.equals, legalEntity.equals; returns a number.',
        'countDocuments',
      ),
      line(
        'POST /api/documents/wizard (folder, document, dossierId or new dossier); POST /api/documents/fea (create the advanced-signature document).',
        'createByWizard',
        'createFeaModule',
      ),
      line(
        'GET /api/signed-documents/{id}/download and GET /api/audit-documents/signed/{id}/download: binary; the mime type is read from the response header and the file is opened.',
        'downloadSigned',
        'downloadAudit',
      ),
      line('GET /mobile/fdd/qrcode/generate/{id} (QR code token).', 'createQrCode'),
    ],
  },
  {
    name: 'Folders',
    lines: [
      line(
        "POST /api/folders-ext/search?page&size&sort: filter body; forces status OPEN; brand in the user's brands when not set (an empty brand list returns an empty result without a call); optional dossierId equals; the prefixes 'dossierDTO.' and 'folderDTO.' are stripped; total from the x-total-count header.",
        'searchFolders',
      ),
      line(
        'GET /api/folders/{id}; POST /api/folders; PUT /api/folders; DELETE /api/folders/{id}.',
        'getFolder',
        'createFolder',
        'updateFolder',
        'deleteFolder',
      ),
      line('GET /api/folders-ext/{id}/fea: signature types per folder (cached).', 'getFolderSignatureTypes'),
    ],
  },
  {
    name: 'Dossiers',
    lines: [
      line(
        'POST /api/dossiers/search?page&size&sort with filters and status equals OPEN; total from x-total-count.',
        'searchDossiers',
      ),
      line(
        'GET and DELETE /api/dossiers/{id}; POST and PUT /api/dossiers.',
        'getDossier',
        'deleteDossier',
        'createDossier',
        'updateDossier',
      ),
      line(
        'GET /api/dossiers/rsp-synchronization/{id}/status; POST /api/dossiers/rsp-synchronization/{id}.',
        'getSynchronization',
        'scheduleSynchronization',
      ),
    ],
  },
  {
    name: 'Users and account',
    lines: [
      line('GET /api/account (current account, loaded after login).', 'getAccount'),
      line(
        'GET /api/users with filter params (cancellable, total from x-total-count); GET /api/users/{id}; POST /api/users; PUT /api/users (brands as a list of brand and permissions).',
        'listUsers',
        'getUser',
        'createUser',
        'updateUser',
      ),
      line('GET /api/users/download: binary, saved as Export_Utenti.xlsx.', 'downloadUsers'),
      line('GET /api/users/authorities: the roles.', 'listAuthorities'),
      line(
        'GET /api/coworkers/authorities/{role}: list of users; an error silently gives an empty list.',
        'listCoworkers',
      ),
      line(
        'POST /api/auth/login, /api/auth/register, /api/auth/forgot-password: paths only.',
        'login',
        'register',
        'forgotPassword',
      ),
    ],
  },
  {
    name: 'Configuration and tools',
    lines: [
      line(
        'POST {tools host}/conc/list: payload brand (comma-joined), fields (comma-joined dealer fields), test flag; response concs. Loaded once after the user is loaded, cached, cleared on logout.',
        'listDealers',
      ),
      line(
        'GET /api/v2/folder-types/ext; GET /api/intesys-services?serviceType.equals=SIGNATURE_TYPE. Both cached and cleared on logout.',
        'getFolderTypes',
        'listServices',
      ),
    ],
  },
  {
    name: 'Statistics (param legalEntity)',
    lines: [
      line('GET /api/statistics/number-otp-used returns used and total.', 'otpStatistics'),
      line(
        'GET /api/statistics/documents-size returns totalSizeUsed.size and totalSizeAvailable.size.',
        'sizeStatistics',
      ),
      line('GET /api/statistics/archived-documents-size: same shape.', 'archiveStatistics'),
    ],
  },
  {
    name: 'Calls whose paths are not listed in the material',
    lines: [
      line(
        'Calls for licenses',
        'listLicenses',
        'getLicense',
        'downloadAfgclic',
        'createLicense',
        'updateLicense',
        'deleteLicense',
      ),
      line('services', 'getService', 'createService', 'updateService', 'deleteService'),
      line(
        'activations',
        'listActivations',
        'getActivation',
        'createActivation',
        'updateActivation',
        'deleteActivation',
      ),
      line('videos', 'listVideos', 'getVideo', 'createVideo', 'updateVideo', 'deleteVideo'),
      line(
        'and customer search (DMS/RSP) exist but their paths are not listed in the material.',
        'searchRspCustomers',
        'searchRspCompanies',
        'searchDmsCustomers',
        'getDmsCustomer',
      ),
    ],
  },
  {
    name: 'Beyond the specified calls: what its screens and states need',
    lines: [
      line('Legal entities to choose from.', 'listLegalEntities'),
      line('A folder as ZIP with its audits.', 'downloadFolder'),
      line('Comuni and states, and what a codice fiscale tells.', 'searchPlaces', 'readFiscalCode'),
      line(
        '“Invia al tablet”: the tablets of a dealer and their queue.',
        'listTablets',
        'listTabletQueue',
        'sendToTablet',
        'takeFromTablet',
      ),
      line(
        'A code at the desk that a phone has used: its one exchange, the two digits, the staff’s yes or no.',
        'exchangeQrCode',
        'getQrRequest',
        'confirmQrRequest',
        'refuseQrRequest',
      ),
      line(
        'Devices: a tablet is paired by a one-time code and the staff’s word, put aside, replaced.',
        'issueDeviceCode',
        'getActivationDevice',
        'confirmDevice',
        'refuseDevice',
        'updateActivationDevice',
        'replaceDevice',
      ),
      line(
        'What a tablet asks for with its key: a seat, its state, its queue, a document for the customer.',
        'claimDeviceCode',
        'getDevice',
        'listDeviceQueue',
        'openOnDevice',
      ),
      line('What waits for whoever signs, and its link sent once more.', 'searchWaiting', 'countWaiting', 'resendLink'),
      line(
        'All documents: how many each view has, the Excel file, and who may have created them (issue 39, 10).',
        'countDocumentViews',
        'exportDocuments',
        'listColleagues',
        'searchSimilarDossiers',
      ),
      line('The paper of a generated type, shown while its form is filled.', 'previewDocument'),
      line('Photos that stand on a check-in report.', 'uploadPhoto'),
      line(
        'Photos from a phone that scanned a code of the form (issue 16).',
        // The last one uses up the tries of the network.
        ...['openPhotoLink', 'getPhotoLink', 'endPhotoLink', 'sendLinkPhoto', 'readPhotoLink'],
      ),
      line(
        'Making an administrator takes two.',
        'listAdministratorProposals',
        'confirmAdministratorProposal',
        'returnAdministratorProposal',
      ),
      line(
        'What papers say: templates, versions of texts and company data, published with four eyes.',
        'listPapers',
        'getPaper',
        'previewPaper',
        'listPaperVersions',
        'getPaperVersion',
        'createPaperVersion',
        'updatePaperVersion',
        'deletePaperVersion',
        'submitPaperVersion',
        'publishPaperVersion',
        'returnPaperVersion',
      ),
      line(
        'The public page on the advanced signature: system, technologies, art. 56, copies, revocation, insurance.',
        'getFeaPage',
      ),
      line('Consents of a customer, their history and withdrawal.', 'getConsents', 'withdrawConsents', 'pushConsents'),
      line(
        'The adherence of a customer to the advanced signature, its history and revocation.',
        'getAdherence',
        'revokeAdherence',
        'downloadRevocationRequest',
      ),
      line('Everything that proves an adherence as a copy for the person, on request (art. 57).', 'downloadAdherence'),
      line(
        'Systems of dealers are told of their documents by signed webhooks.',
        'listWebhooks',
        'createWebhook',
        'updateWebhook',
        'rotateWebhookSecret',
        'testWebhook',
        'listWebhookDeliveries',
        'sendWebhookAgain',
      ),
      line(
        'Technical accounts have secrets that are shown once, two while one changes, and call from named networks.',
        'listTechnicalAccounts',
        'makeTechnicalSecret',
        'limitTechnicalAccount',
      ),
      line('What is missing before the first signature of an installation.', 'getFirstSteps'),
      line(
        'Administrators preview and apply a file of folder types in the portal.',
        'getFolderTypeState',
        'previewFolderTypes',
        'applyFolderTypes',
      ),
      line('Live updates by a stream of events.', 'streamChanges'),
      line(
        'What a user was told of signatures, read or not, and whether mails tell it too.',
        'listNotifications',
        'countUnread',
        'markRead',
        'getMailSetting',
        'updateMailSetting',
      ),
      line('Names to the logins that rows carry.', 'nameCoworkers'),
      line('The life of a document beside its start.', 'takeBackDocument', 'cancelSign', 'renewSign'),
      line(
        'Where an uploaded PDF is signed: seen before the start, adjusted, remembered.',
        'previewPlaces',
        'getSignaturePlaces',
        'updateSignaturePlaces',
        'resetSignaturePlaces',
      ),
      line('A wrong phone or e-mail of a signer is corrected before the first signature.', 'correctSignerContact'),
      line(
        'Numbers of staff and of many people: a second person’s word, and the supervisors’ report.',
        'checkContacts',
        'confirmContact',
        'listRecurringNumbers',
      ),
      line(
        'Staff who sign in the portal after the customers, each after another sign-in; another may be named.',
        'listOwnSignatures',
        'readOwnSignature',
        'readOwnDocument',
        'proveOwnIdentity',
        'giveOwnSignature',
        'declineOwnSignature',
        'replaceStaffSigner',
      ),
      line('Who signs, the trail, the validation.', 'readSigning', 'readEvents', 'readValidation'),
      line('A signature that ended after somebody had signed leaves its file as evidence.', 'downloadPartlySigned'),
      line('The evidence bundle, and the trail before the signing is over.', 'downloadBundle', 'downloadInterimAudit'),
      line('Whether a file was issued here, by its fingerprint alone.', 'findIssued'),
      line('Inclusion and consistency proofs of the evidence tree.', 'proveEvents', 'proveConsistency'),
      line(
        'The signer behind a link.',
        'openLink',
        'beginReading',
        'readLinkDocument',
        'readLinkText',
        'requestCode',
        'confirmSignature',
        'declineSignature',
        'readSignedCopy',
      ),
      line('Signing by hand behind a link, on a tablet of the dealer.', 'readHandTerms', 'signByHand'),
    ],
  },
];

/** The specified forms of list calls, with the examples in list-calls.ts for each. */
export const REQUEST_FORMS: readonly { readonly says: string; readonly examples: readonly string[] }[] = [
  {
    says: "A folder's document list uses page 0, size 10000, sort fileName,asc.",
    examples: ['a folder’s documents: page 0, size 10000, sort fileName,asc'],
  },
  {
    says: 'Dashboard latest documents: the document search with sort id,desc, page 0, size 15, status in DRAFT, READY_TO_SIGN, PENDING_START_SIGN, legalEntity equals.',
    examples: ['the dashboard’s latest documents: sort id,desc, page 0, size 15, three statuses, a legal entity'],
  },
  {
    says: "the prefixes 'dossierDTO.' and 'folderDTO.' are stripped",
    examples: [
      'by the customer’s name: dossierDTO. stripped',
      'sorted by the customer’s fields: dossierDTO. stripped',
      'sorted by own fields: folderDTO. kept',
    ],
  },
  {
    says: 'Array query values are serialized with dotted keys.',
    examples: ['counted, the list with dotted keys', 'of roles, with dotted keys', 'sorted by a list with dotted keys'],
  },
  {
    says: 'Filter mapping: page is page number minus one; size; sort as field,order',
    examples: ['the second page: page counts from zero', 'sorted by two fields'],
  },
  {
    says: 'genericFilter.contains; createdBy.equals',
    examples: ['anywhere, created by the user', 'by creator, dotted'],
  },
  {
    says: 'for dates the day boundary is shifted by one day',
    examples: ['of a day: its bounds shifted by the client'],
  },
  {
    says: 'the authorities field is sent as authority',
    examples: ['of a role: authorities is sent as authority', 'sorted by role: authorities is sent as authority'],
  },
];

/** "per-field operators contains, equals, in, notEquals, greaterThan, greaterThanOrEqual, lessThan, lessThanOrEqual" */
export const FIELD_OPERATORS = [
  'contains',
  'equals',
  'in',
  'notEquals',
  'greaterThan',
  'greaterThanOrEqual',
  'lessThan',
  'lessThanOrEqual',
] as const;
