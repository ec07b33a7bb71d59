/** What the schema cannot express about columns: shapes of JSON, narrower texts, and how columns are written. */
import { rowsOf } from '../../test/rows.ts';

/** A column "not inserted" is null, or set by a trigger, until it is updated. */
const RULES = ['', 'not null', 'not inserted', 'not updated', 'set by trigger'] as const;

export interface Exception {
  /** Empty: the schema's type. */
  readonly type: string;
  readonly rule: (typeof RULES)[number];
}

/** The modules of the types named below. */
export const MODULES: Readonly<Record<string, string>> = {
  AdministratorEffect: '#domain/identity/administrators.ts',
  Brand: '#domain/dealers/brands.ts',
  BrandPermissions: '#domain/access.ts',
  ChosenPlaces: '#domain/signing/fields/decide.ts',
  ChosenSigners: '#domain/signing/staff-signers.ts',
  ConsentChannel: '#domain/consents/consent.ts',
  ConsentChoice: '#domain/consents/consent.ts',
  ConsentPurpose: '#domain/consents/consent.ts',
  DocumentStatus: '#domain/documents/document-states.ts',
  FolderType: '#domain/folders/folder-types.ts',
  FolderTypeConfiguration: '#domain/folders/folder-types.ts',
  HandDrawing: '../json-columns.ts',
  Language: '#domain/errors.ts',
  MessageReason: '#domain/signing/messages/sent-messages.ts',
  NotificationKind: '#domain/notifications/notification.ts',
  ProposalState: '#domain/identity/administrators.ts',
  Role: '#domain/identity/roles.ts',
  ServiceSignatureType: '#domain/entitlements/service-types.ts',
  StaffRole: '#domain/signing/staff-signers.ts',
  VariableFields: '#domain/documents/variable-fields.ts',
  VersionContent: '../json-columns.ts',
  WantedUser: '../json-columns.ts',
  WithdrawalWay: '#domain/consents/consent.ts',
};

/** A column, or `*` for all of a table; its type where the schema's is wider or too long; its rule. */
const EXCEPTIONS = `
administrator_proposal.effects          | AdministratorEffect[]            |
administrator_proposal.told_state       | ProposalState                    |
administrator_proposal.wanted           | WantedUser                       | not updated
app_user.authorities                    | Role[]                           |
app_user.brands                         | BrandPermissions[]               |
counter_delta.kind                      | CounterTable['kind']             |
counter_entity.kind                     | CounterTable['kind']             |
demo_register_entry.channel             | ConsentChannel                   |
demo_register_entry.choice              | ConsentChoice                    |
demo_register_entry.language            | Language                         |
demo_register_entry.purpose             | ConsentPurpose                   |
demo_register_entry.withdrawn_via       | WithdrawalWay                    |
device_request.device_name              |                                  | not null
device_request.key_id                   |                                  | not null
device_request.match_number             |                                  | not null
device_request.public_key               |                                  | not null
document.brand                          | Brand                            |
document.folder_type                    | FolderType                       |
document.status                         | DocumentStatus                   |
document.variable_fields                | VariableFields                   |
document_search.*                       |                                  | set by trigger
document_search.brand                   | Brand                            |
document_search.folder_type             | FolderType                       |
dossier.brands                          | Brand[]                          |
dossier.customer_text                   |                                  | set by trigger
dossier.search_text                     |                                  | set by trigger
folder.customer_text                    |                                  | set by trigger
folder.search_text                      |                                  | set by trigger
folder_type_configuration.configuration | FolderTypeConfiguration          |
fresh_sign_in.acts                      |                                  | not updated
notification.kind                       | NotificationKind                 |
notification.read_date                  |                                  | not inserted
number_use.person                       |                                  | not null
paper_version.content                   | VersionContent                   |
remembered_place.places                 | ChosenPlaces                     |
sealed_hand.drawing                     | HandDrawing                      |
sent_message.reason                     | MessageReason                    |
service.folder_types                    | FolderType[]                     |
service.signature_types                 | ServiceSignatureType[]           |
sign_in_answer.person                   | unknown                          | not updated
sign_in_request.also_bound_to           |                                  | not updated
signature_place.places                  | ChosenPlaces                     |
signature_point.box                     | [number, number, number, number] |
signature_point.channel                 | ConsentChannel                   |
signature_point.purpose                 | ConsentPurpose                   |
signing_session.hst                     |                                  | not inserted
staff_session.provider_session          |                                  | not updated
staff_session.provider_subject          |                                  | not updated
staff_signature.is_open                 |                                  | not null
staff_signature.is_turn                 |                                  | not null
staff_signature.name                    |                                  | not null
staff_signature.role                    | StaffRole                        |
staff_signature.user_id                 |                                  | not null
tablet_queue_entry.signers              | ChosenSigners                    |
technical_secret.ends_date              |                                  | not inserted
technical_secret.last_used_address      |                                  | not inserted
technical_secret.last_used_date         |                                  | not inserted
webhook_secret.ends_date                |                                  | not inserted
`;

/** @returns exceptions by `table.column`. */
export function exceptionsIn(table: string): ReadonlyMap<string, Exception> {
  return new Map(
    rowsOf(table).map(([path = '', type = '', cell = '']) => {
      const rule = RULES.find((rule) => rule === cell);
      if (rule === undefined) throw new Error(`The exception for ${path} has the unknown rule "${cell}"`);
      return [path, { type, rule }];
    }),
  );
}

export const exceptions = exceptionsIn(EXCEPTIONS);
