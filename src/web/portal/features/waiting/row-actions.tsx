/** Actions on a pending signature: send the link again, restart a locked one, copy the link, open. */
import { useTranslation } from 'react-i18next';
import { DOCUMENT_ACTIONS } from '#domain/documents/document-actions.ts';
import type { WaitingRow } from '../../api/queries/waiting.ts';
import { documentTypeLabel } from '../../connected/labels.ts';
import { placeOf, useAvailableActions } from '../../entities/documents/available-actions.ts';
import { useDocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import {
  type DocumentActs,
  isBusy,
  type ListedAction,
  listedActions,
  portalActionOf,
  refusalSentence,
  useDocumentActs,
} from '../../entities/documents/use-document-acts.tsx';
import { resendReason, resendRefused } from '../../entities/documents/use-remind.ts';
import { paths } from '../../paths.ts';
import { formatShortDate, formatTime } from '../../text/dates.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { RowOpen } from '../../ui/row-open-icon.tsx';
import classes from './waiting.module.css';

interface RowProps {
  row: WaitingRow;
  now: number;
  large?: boolean;
}

export function WaitingActions(props: RowProps) {
  const { t } = useTranslation();
  const { row, now } = props;
  const { folderDTO: folder, dossierDTO: dossier } = row;
  const dialogs = useDocumentDialogs();
  const acts = useDocumentActs(row, dialogs);
  const actionsOf = useAvailableActions(DOCUMENT_ACTIONS);
  const refused = resendRefused(row.waiting.resend, now);
  const actions = folder && dossier ? listedActions(actionsOf(row, placeOf(folder, dossier), refused)) : [];
  // Too many wrong codes ended the signature: the link can no longer be sent, but the signature can be restarted.
  const main = actions.find(({ key }) => key === (row.status === 'START_SIGN' ? 'remind' : 'sign'));
  const copy = actions.find(({ key }) => key === 'copyLink');
  const named = { document: `${documentTypeLabel(t, row.type)} ${row.id}` };
  return (
    <span className={classes.actions}>
      {main ? <MainAction {...props} action={main} acts={acts} named={named} /> : null}
      {copy ? (
        <RowButton
          label={t('waiting.copyNamed', named)}
          tip={portalActionOf(copy.key).word(t, row)}
          onClick={() => portalActionOf(copy.key).act(acts, row)}
        >
          <ActionIconOf action={copy} />
        </RowButton>
      ) : (
        <span className={classes.noLink} />
      )}
      <RowOpen label={t('waiting.openNamed', named)} to={paths.document(row.id)} />
      {dialogs.element}
    </span>
  );
}

function ActionIconOf(props: { action: ListedAction }) {
  const { icon, listIcon: Icon = icon } = portalActionOf(props.action.key);
  return <Icon size={16} stroke={1.8} />;
}

function MainAction(props: RowProps & { action: ListedAction; acts: DocumentActs; named: { document: string } }) {
  const { t } = useTranslation();
  const { row, now, action, acts, named } = props;
  const { resend } = row.waiting;
  const reminds = action.key === 'remind';
  const refused = reminds ? resendRefused(resend, now) : null;
  const when = { date: formatShortDate(resend.from), time: formatTime(resend.from) };
  return (
    <span className={reminds ? classes.remind : undefined}>
      <ReasonButton
        variant="default"
        size={props.large ? 'sm' : 'xs'}
        className={classes.act}
        aria-label={t(reminds ? 'waiting.remindNamed' : 'waiting.restartNamed', named)}
        leftSection={<ActionIconOf action={action} />}
        reason={reminds ? resendReason(t, resend, now) : refusalSentence(t, action, null)}
        loading={isBusy(acts, action.key)}
        onClick={() => portalActionOf(action.key).act(acts, row)}
      >
        {reminds ? portalActionOf('remind').word(t, row) : t('waiting.restart')}
      </ReasonButton>
      {refused === null ? null : (
        <span className={classes.from} aria-hidden="true">
          {t(`waiting.from.${refused}`, when)}
        </span>
      )}
    </span>
  );
}
