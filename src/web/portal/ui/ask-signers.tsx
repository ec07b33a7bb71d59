/** The dialog before a start that does not know who signs for the dealer: the order, and a person for each open role (P-6). */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentQuery, dossierQuery, folderQuery } from '../api/queries.ts';
import type { MissingSigners } from './asked/missing-signers.ts';
import { CancelButton } from './cancel-button.tsx';
import { ColleagueSelect } from './colleague-select.tsx';
import { Dialog } from './dialog.tsx';
import { type ChosenSigners, useStartWith } from './document-work.ts';
import { FailureNote } from './failure-note.tsx';
import form from './form/form.module.css';
import { focusFirstError } from './form/wording.tsx';

export function AskSigners(props: MissingSigners & { onClose: () => void }) {
  const { t } = useTranslation();
  const formId = useId();
  const { documentId, roles, onClose } = props;
  const [chosen, setChosen] = useState<ChosenSigners>({});
  const [tried, setTried] = useState(false);
  const document = useQuery(documentQuery(documentId));
  const folder = useQuery({ ...folderQuery(document.data?.folderId ?? 0), enabled: document.data !== undefined });
  const dossier = useQuery({ ...dossierQuery(folder.data?.dossierId ?? 0), enabled: folder.data !== undefined });
  const start = useStartWith({ id: documentId }, props.begin);
  const failed = document.error ?? folder.error ?? dossier.error ?? start.error;
  const place = folder.data &&
    dossier.data && { hst: dossier.data.hst, brand: folder.data.brand, folderType: folder.data.type };
  const open = roles.filter((role) => chosen[role] === undefined);
  return (
    <Dialog
      opened
      title={t('ownSignature.missing.title')}
      width={480}
      busy={start.isPending}
      onClose={onClose}
      foot={
        <>
          <CancelButton busy={start.isPending} onClick={onClose} />
          <Button type="submit" form={formId} loading={start.isPending}>
            {t('ownSignature.missing.confirm')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={form.stack}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (open.length > 0) focusFirstError(Object.fromEntries(open.map((role) => [role, true])));
          else start.mutate(chosen, { onSuccess: (row) => row && onClose() });
        }}
      >
        <p>{t('ownSignature.missing.text')}</p>
        {place
          ? roles.map((role) => (
              <ColleagueSelect
                key={role}
                role={role}
                place={place}
                value={chosen[role] ?? null}
                missing={tried && open.includes(role)}
                onChange={(userId) =>
                  setChosen((before) => ({ ...before, [role]: userId ?? undefined }) as ChosenSigners)
                }
              />
            ))
          : null}
        {failed ? <FailureNote failure={failed} /> : null}
      </form>
    </Dialog>
  );
}
