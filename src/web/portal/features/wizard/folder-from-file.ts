/** Fills the new folder's empty fields with the car and number read from a chosen PDF. */
import { useEffect, useEffectEvent, useState } from 'react';
import { mimeTypeOf } from '../../entities/documents/fields/document-values.ts';
import { folderFields } from '../../entities/folders/folder-values.ts';
import type { FolderChoosing } from './folder-choice.ts';
import type { WizardState } from './use-wizard.ts';
import type { NewFolder } from './wizard-draft.ts';

const FILE_FACTS = ['businessId', 'plate', 'vin'] as const;
type FileFact = (typeof FILE_FACTS)[number];

async function readFolder(file: File): Promise<Record<FileFact, string | null>> {
  const [{ readPdfText }, { findInText }, { soleFacts }] = await Promise.all([
    import('../../entities/pdf-start/read-text.ts'),
    import('../../entities/pdf-start/found-in-text.ts'),
    import('../../entities/pdf-start/pdf-facts.ts'),
  ]);
  const { number, plate, vin } = soleFacts(findInText(await readPdfText(file)));
  return { businessId: number, plate, vin };
}

/** @returns the fields that the file filled and that still hold its values. */
export function useFolderOfFile({ subject, start }: WizardState, { kind, form }: FolderChoosing, file: File | null) {
  const [filledFromFile, setFilledFromFile] = useState<Partial<NewFolder>>({});
  const fill = useEffectEvent((facts: Record<FileFact, string | null>) => {
    const keys = folderFields(subject.folderTypeRules, null).map(({ key }) => key);
    const empty = FILE_FACTS.filter((name) => facts[name] && keys.includes(name) && form.getValues()[name] === '');
    const filled = Object.fromEntries(empty.map((name) => [name, facts[name]])) as Partial<NewFolder>;
    setFilledFromFile(filled);
    if (empty.length > 0) form.setValues(filled);
  });
  // The PDF that opened the wizard was already read.
  const isNew = file !== null && file !== start.draft.document?.file && mimeTypeOf(file) === 'application/pdf';
  useEffect(() => {
    if (!isNew || kind !== 'new') return;
    let isUnmounted = false;
    // An unreadable file fills nothing: the preview shows why.
    readFolder(file).then(
      (facts) => isUnmounted || fill(facts),
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [file, isNew, kind]);
  return FILE_FACTS.filter((name) => filledFromFile[name] && filledFromFile[name] === form.values[name]);
}
