/** Loads a configuration in which every paper that can be generated is generated, and gives the input that such a paper requires. */

import { currentConfiguration } from '#server/folders/index.ts';
import type { World } from '#server/world.ts';
import { testNow } from '#test/clock.ts';
import type { ConfiguredDocumentType, FolderTypeConfiguration } from '../../src/domain/folders/folder-types.ts';
import { paperFields } from '../../src/domain/papers/compose-paper.ts';
import { asGenerated, withGeneratedPapers } from '../../src/domain/papers/configured-types.ts';
import { sampleValues } from '../../src/domain/papers/sample-data.ts';
import { withUploads } from '../stages/uploading.ts';

/** Loads a configuration in which every paper that can be generated is generated. @param changes changes of the loaded configuration. */
export async function loadGeneratedPapers(world: World, ...changes: Change[]): Promise<void> {
  const shipped = withGeneratedPapers(await currentConfiguration(world.database.read));
  await loadConfiguration(
    world,
    changes.reduce((changed, change) => change(changed), shipped),
  );
}

/** Loads a configuration in which every paper is uploaded. */
export async function loadUploads(world: World): Promise<void> {
  await loadConfiguration(world, withUploads(await currentConfiguration(world.database.read)));
}

/** Loads a configuration without checking it. */
export async function loadConfiguration(world: World, configuration: FolderTypeConfiguration): Promise<void> {
  await world.database.transaction((tx) =>
    tx
      .insertInto('folder_type_configuration')
      .values({ configuration: JSON.stringify(configuration), loaded_by: null, loaded_date: testNow() })
      .execute(),
  );
}

type Change = (configuration: FolderTypeConfiguration) => FolderTypeConfiguration;

const changeType =
  (slug: string, change: (type: ConfiguredDocumentType) => ConfiguredDocumentType): Change =>
  (configuration) =>
    configuration.map((folder) => ({
      ...folder,
      documentTypes: folder.documentTypes.map((type) => (type.slug === slug ? change(type) : type)),
    }));

/** Makes a type generated that ships as an upload, as an administrator could load it. */
export const makeGenerated = (slug: string): Change => changeType(slug, asGenerated);

/** A type with neither file nor template. */
export const withoutFile = (slug: string): Change =>
  changeType(slug, (type) => ({ ...type, fields: type.fields.filter(({ name }) => name !== 'FILE') }));

/** The request body of a complete customer with these contacts. */
export const paperCustomer = ({ phone, email }: { phone: string; email: string }) => ({
  ...{ hst: '10001', brand: 'bmw', firstName: 'Ginevra', lastName: 'Provetti', birthDate: '1980-01-01' },
  ...{ birthPlace: 'Roma', fiscalCode: 'RSSMRA80A01H501U', mobilePhone: phone, email },
  ...{ street: 'Via di Prova 1', city: 'Bologna', postalCode: '40121' },
});

/** The request body of a complete paper of this type; never with a file, even when spread over a body that has one. */
export function generatedDocument(
  type: string,
  change: Record<string, unknown> = {},
  fields: Record<string, unknown> = {},
) {
  return {
    ...{ content: undefined, fileName: undefined, mimeType: undefined, fileSize: undefined },
    type,
    sigType: 'OTP',
    signable: true,
    archivable: true,
    variableFields: { ...sampleValues(paperFields(type)), ...fields },
    ...change,
  };
}
