/** Row actions of a document: QR code, edit and delete; absent without the permission, disabled with a reason in the wrong state. */
import { useTranslation } from 'react-i18next';
import { UNSIGNED_ACTIONS } from '#domain/documents/unsigned-actions.ts';
import type { DocumentRow } from '../../api/answer-types.ts';
import { placeOf, reasonText, useAvailableActions } from '../../entities/documents/available-actions.ts';
import { LANDING_ACTIONS } from '../../entities/documents/dashboard-actions.tsx';
import type { DocumentDialogs } from '../../entities/documents/dialogs/document-dialogs.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import classes from './dashboard.module.css';

const KEYS = ['qr', 'edit', 'delete'] as const;

export function RowActions(props: { document: DocumentRow; label: string; dialogs: DocumentDialogs }) {
  const { t } = useTranslation();
  const { document, dialogs } = props;
  const actionsOf = useAvailableActions(UNSIGNED_ACTIONS);
  const { folderDTO: folder, dossierDTO: dossier } = document;
  // List rows have both; the permissions cannot be checked without them.
  if (!folder || !dossier) return null;
  const available = actionsOf(document, placeOf(folder, dossier));
  return (
    <span className={classes.actions}>
      {KEYS.map((key) => {
        const action = available.find((candidate) => candidate.key === key);
        if (action === undefined) return null;
        const { icon: Icon, word, notNow, act } = LANDING_ACTIONS[key];
        return (
          <RowButton
            key={key}
            label={`${word(t)}: ${props.label}`}
            tip={word(t)}
            reason={action.refused && notNow(t, reasonText(t, action.refused))}
            onClick={() => act({ dialogs }, document)}
          >
            <Icon size={16} stroke={1.8} aria-hidden="true" />
          </RowButton>
        );
      })}
    </span>
  );
}
