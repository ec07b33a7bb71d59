/** Fills the new folder's empty fields with the car and number read from a chosen PDF. */
import { useEffect, useEffectEvent, useState } from 'react';
import { mimeTypeOf } from '../../entities/documents/fields/values.ts';
import { folderFields } from '../../entities/folders/folder-values.ts';
import type { NewFolder } from './draft.ts';
import type { FolderChoosing } from './folder-choice.ts';
import type { WizardState } from './use-wizard.ts';

const TOLD = ['businessId', 'plate', 'vin'] as const;
type Told = (typeof TOLD)[number];

async function readFolder(file: File): Promise<Record<Told, string | null>> {
  const [{ readPdfText }, { findInText }, { soleFacts }] = await Promise.all([
    import('../../entities/pdf-start/read-text.ts'),
    import('../../entities/pdf-start/found-in-text.ts'),
    import('../../entities/pdf-start/facts.ts'),
  ]);
  const { number, plate, vin } = soleFacts(findInText(await readPdfText(file)));
  return { businessId: number, plate, vin };
}

/** @returns the fields that the file filled and that still hold its values. */
export function useFolderOfFile({ subject, start }: WizardState, { kind, form }: FolderChoosing, file: File | null) {
  const [told, setTold] = useState<Partial<NewFolder>>({});
  const fill = useEffectEvent((found: Record<Told, string | null>) => {
    const asked = folderFields(subject.folderTypeRules, null).map(({ key }) => key);
    const empty = TOLD.filter((name) => found[name] && asked.includes(name) && form.getValues()[name] === '');
    const filled = Object.fromEntries(empty.map((name) => [name, found[name]])) as Partial<NewFolder>;
    setTold(filled);
    if (empty.length > 0) form.setValues(filled);
  });
  // The PDF that opened the wizard was already read.
  const isNew = file !== null && file !== start.draft.document?.file && mimeTypeOf(file) === 'application/pdf';
  useEffect(() => {
    if (!isNew || kind !== 'new') return;
    let isGone = false;
    // An unreadable file fills nothing: the preview shows why.
    readFolder(file).then(
      (found) => isGone || fill(found),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [file, isNew, kind]);
  return TOLD.filter((name) => told[name] && told[name] === form.values[name]);
}
