/** Replaces a dealer signer who has not signed with another one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { replaceStaffSigner } from '#contract/calls/signing.ts';
import type { StaffRole } from '#domain/signing/staff-signers.ts';
import type { SignerRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { signingQuery } from '../../api/queries/signing.ts';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { focusFirstError } from '../../connected/form/form-messages.tsx';
import { ColleagueSelect, type SigningPlaceOf } from '../../entities/users/colleague-select.tsx';

type Colleague = { userId: number; name: string };

export function ReplaceForm(props: {
  documentId: number;
  place: SigningPlaceOf;
  signer: SignerRow;
  role: StaffRole;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { documentId, signer, role } = props;
  const [chosen, setChosen] = useState<Colleague | null>(null);
  const [tried, setTried] = useState(false);
  const replace = useAct({
    words: ({ name }) => ({
      doing: t('ownSignature.replace.doing'),
      done: t('ownSignature.replace.done', { name }),
      failed: t('ownSignature.replace.failed'),
    }),
    send: ({ userId }: Colleague) =>
      ask(replaceStaffSigner, { path: { id: documentId }, body: { signerId: signer.id, userId } }),
    call: replaceStaffSigner,
    cacheKey: signingQuery(documentId).queryKey,
    onDone: props.onClose,
  });
  return (
    <ActDialog
      title={t('ownSignature.replace.title', { name: signer.name })}
      text={t('ownSignature.replace.text')}
      action={t('ownSignature.replace.confirm')}
      act={replace}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (chosen) replace.mutate(chosen);
        else focusFirstError({ [role]: true });
      }}
      onClose={props.onClose}
    >
      <ColleagueSelect
        role={role}
        place={props.place}
        except={signer.userId}
        value={chosen?.userId ?? null}
        missing={tried && chosen === null}
        onChange={(userId, name) => setChosen(userId === null ? null : { userId, name })}
      />
    </ActDialog>
  );
}
