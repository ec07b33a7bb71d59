/** Declining to sign: asks for a reason; ends the signature for all signers. */
import { useTranslation } from 'react-i18next';
import { declineOwnSignature } from '#contract/calls/signing.ts';
import { MAX_DECLINE_REASON } from '#domain/signing/messages/link.ts';
import { ask } from '../../api/client.ts';
import { ownSignatureQuery } from '../../api/queries/own-signature.ts';
import { useAct } from '../../connected/act/use-act.ts';
import { useFormDraft } from '../../connected/form/use-form-draft.ts';
import { ReasonDialog } from '../../connected/reason-dialog.tsx';

export function DeclineDialog(props: { id: number; name: string; several: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, onClose } = props;
  const draft = useFormDraft<{ reason: string }>(`decline.${id}`);
  const decline = useAct({
    words: 'ownSignature.declining',
    send: (reason: string) => ask(declineOwnSignature, { path: { id }, body: { reason } }),
    call: declineOwnSignature,
    cacheKey: ownSignatureQuery(id).queryKey,
    onDone: () => {
      draft.forget();
      onClose();
    },
  });
  return (
    <ReasonDialog
      title={t('ownSignature.declineTitle', { name: props.name })}
      text={t(props.several ? 'ownSignature.declineMany' : 'ownSignature.declineText')}
      label={t('label.field.reason')}
      rows={3}
      most={MAX_DECLINE_REASON}
      action={t('ownSignature.declineConfirm')}
      danger
      back={t('ownSignature.declineBack')}
      draft={draft}
      act={decline}
      onSend={(reason) => decline.mutate(reason)}
      onClose={onClose}
    />
  );
}
