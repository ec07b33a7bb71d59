/** Dialog before a start whose dealer signers are unknown: shows the signing order, and asks for a person for each open role. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenSigners } from '#domain/signing/staff-signers.ts';
import { documentQuery } from '../../../api/queries.ts';
import { ActDialog } from '../../../connected/act/act-dialog.tsx';
import { useAct } from '../../../connected/act/use-act.ts';
import { FailureNote } from '../../../connected/failure-note.tsx';
import { focusFirstError } from '../../../connected/form/form-messages.tsx';
import { ColleagueSelect } from '../../users/colleague-select.tsx';
import { useDocumentContext } from '../dialogs/document-context.ts';
import type { MissingSigners } from './missing-signers.ts';

export function AskSigners(props: MissingSigners & { onClose: () => void }) {
  const { t } = useTranslation();
  const { documentId, roles, onClose } = props;
  const [chosen, setChosen] = useState<ChosenSigners>({});
  const [tried, setTried] = useState(false);
  const document = useQuery(documentQuery(documentId));
  const { folder, dossier, failure } = useDocumentContext(document.data?.folderId);
  // `begin` shows its own result.
  const start = useAct({ send: props.begin });
  const failed = document.error ?? failure ?? start.error;
  const place = folder && dossier && { hst: dossier.hst, brand: folder.brand, folderType: folder.type };
  const open = roles.filter((role) => chosen[role] === undefined);
  return (
    <ActDialog
      title={t('ownSignature.missing.title')}
      text={t('ownSignature.missing.text')}
      action={props.action ?? t('ownSignature.missing.confirm')}
      act={start}
      failure={failed ? <FailureNote failure={failed} /> : null}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (open.length > 0) focusFirstError(Object.fromEntries(open.map((role) => [role, true])));
        else start.mutate(chosen, { onSuccess: (answer) => answer !== null && onClose() });
      }}
      onClose={onClose}
    >
      {place
        ? roles.map((role) => (
            <ColleagueSelect
              key={role}
              role={role}
              place={place}
              value={chosen[role] ?? null}
              missing={tried && open.includes(role)}
              proposes
              onChange={(userId) =>
                setChosen((before) => ({ ...before, [role]: userId ?? undefined }) as ChosenSigners)
              }
            />
          ))
        : null}
    </ActDialog>
  );
}
