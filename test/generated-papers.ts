/** An installation whose configuration has every paper generated that can be, and what such a paper asks for (P-16). */
import { currentConfiguration } from '#server/folders/index.ts';
import type { World } from '#server/world.ts';
import type { FolderTypeConfiguration } from '../src/domain/folders/folder-types.ts';
import { paperFields } from '../src/domain/papers/compose.ts';
import { withGeneratedPapers } from '../src/domain/papers/configured.ts';
import { sampleValues } from '../src/domain/papers/samples.ts';

const isLoan = (slug: string): boolean => /^LOAN_.*(?<!_MULTI)$/.test(slug);

/** Loads the shipped configuration without the uploads of loans that one customer signs. @param change of what is loaded. */
export async function loadGeneratedPapers(
  world: World,
  change: (configuration: FolderTypeConfiguration) => FolderTypeConfiguration = (same) => same,
): Promise<void> {
  const configuration = change(withGeneratedPapers(await currentConfiguration(world.database.read), isLoan));
  await world.database.transaction((tx) =>
    tx
      .insertInto('folder_type_configuration')
      .values({ configuration: JSON.stringify(configuration), loaded_by: null, loaded_date: new Date() })
      .execute(),
  );
}

/** A paper of this type that lacks nothing, as it is sent. */
export function generated(type: string, change: Record<string, unknown> = {}, fields: Record<string, unknown> = {}) {
  return {
    type,
    sigType: 'OTP',
    signable: true,
    archivable: true,
    variableFields: { ...sampleValues(paperFields(type)), ...fields },
    ...change,
  };
}
