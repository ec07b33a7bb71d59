/** A new folder: choose the customer first, then fill in the folder. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DossierRow } from '../../api/answer-types.ts';
import { DossierPicker } from '../../entities/customers/dossier-picker.tsx';
import { FolderDialog } from '../../entities/folders/folder-dialog.tsx';
import { paths } from '../../paths.ts';

export function NewFolder(props: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const [dossier, setDossier] = useState<DossierRow | null>(null);
  const close = () => {
    setDossier(null);
    props.onClose();
  };
  return (
    <>
      <DossierPicker
        opened={props.opened && dossier === null}
        purpose="folder"
        onClose={props.onClose}
        onChoose={setDossier}
      />
      {dossier ? (
        <FolderDialog
          opened
          onClose={close}
          dossier={dossier}
          folder={null}
          onSaved={(folder) => void navigate({ to: paths.folder(folder.id) })}
        />
      ) : null}
    </>
  );
}
