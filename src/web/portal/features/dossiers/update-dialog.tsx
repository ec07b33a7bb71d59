/** "Aggiorna dati": RSP values next to the customer's own, each to accept or skip. */
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDossier, updateDossier } from '#contract/calls/dossiers.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { ask } from '../../api/client.ts';
import { ActDialog } from '../../connected/act/act-dialog.tsx';
import { useAct } from '../../connected/act/use-act.ts';
import { FailureNote } from '../../connected/failure-note.tsx';
import { isAlreadyApplied } from '../../connected/form/merge-changes.ts';
import { formatPhone } from '../../text/phone-number.ts';
import { InfoDialog } from '../../ui/dialogs/info-dialog.tsx';
import classes from './dossiers.module.css';
import { type ComparedField, type Difference, differences, withExternalValues } from './external-differences.ts';

export function UpdateDialog(props: { opened: boolean; onClose: () => void; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { opened, dossier } = props;
  const changes = differences(dossier, 'RSP');
  const [skipped, setLeft] = useState<readonly ComparedField[]>([]);
  const chosen = changes.filter(({ field }) => !skipped.includes(field));
  const update = useAct({
    of: ['update', 'customers'],
    send: (body: ReturnType<typeof withExternalValues>) => ask(updateDossier, { body }),
    alreadyApplied: async (sent) => {
      const stored = await ask(getDossier, { path: { id: dossier.id } });
      return isAlreadyApplied(dossier, sent, stored) ? stored : null;
    },
    call: updateDossier,
    onDone: () => close(),
  });
  const close = () => {
    setLeft([]);
    update.reset();
    props.onClose();
  };
  if (changes.length === 0) return <NoDifferences opened={opened} onClose={close} />;
  return (
    <ActDialog
      opened={opened}
      title={t('registry.rsp.updateTitle')}
      width={620}
      action={t('registry.rsp.update')}
      reason={chosen.length === 0 ? t('registry.rsp.chooseField') : null}
      act={update}
      failure={null}
      onAct={() => update.mutate(withExternalValues(dossier, chosen))}
      onClose={close}
    >
      <div className="stack">
        <p className="quiet">{t('registry.rsp.updateText')}</p>
        <Comparison
          system="RSP"
          differences={changes}
          isChosen={(field) => !skipped.includes(field)}
          onToggle={(field) =>
            setLeft((before) => (before.includes(field) ? before.filter((one) => one !== field) : [...before, field]))
          }
        />
        {update.error ? <FailureNote failure={update.error} /> : null}
      </div>
    </ActDialog>
  );
}

/** RSP has the same values. */
function NoDifferences(props: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <InfoDialog opened={props.opened} title={t('registry.rsp.sameTitle')} width={620} onClose={props.onClose}>
      <p>{t('registry.rsp.same')}</p>
    </InfoDialog>
  );
}

/** Own and external values side by side; with `onToggle` each can be accepted or skipped. */
export function Comparison(props: {
  system: 'RSP' | 'DMS';
  differences: readonly Difference[];
  isChosen?: (field: ComparedField) => boolean;
  onToggle?: (field: ComparedField) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { system, isChosen, onToggle } = props;
  const shown = (field: ComparedField, value: string | null) => {
    if (value === null) return t('registry.rsp.missing');
    return field === 'mobilePhone' ? formatPhone(value) : value;
  };
  return (
    <table className={classes.comparison} aria-label={t('registry.rsp.compare', { system })}>
      <thead>
        <tr>
          <th scope="col">{t('registry.rsp.field')}</th>
          <th scope="col">{t('registry.rsp.mine')}</th>
          <th scope="col">{t('registry.rsp.theirs', { system })}</th>
        </tr>
      </thead>
      <tbody>
        {props.differences.map(({ field, mine, theirs }) => (
          <tr key={field}>
            <th scope="row">
              {onToggle ? (
                <label className={classes.take} htmlFor={`${id}${field}`}>
                  <input
                    id={`${id}${field}`}
                    type="checkbox"
                    aria-label={t('registry.rsp.take', { field: t(`label.field.${field}`) })}
                    checked={isChosen?.(field) ?? false}
                    onChange={() => onToggle(field)}
                  />
                  {t(`label.field.${field}`)}
                </label>
              ) : (
                t(`label.field.${field}`)
              )}
            </th>
            <td>{shown(field, mine)}</td>
            <td>{shown(field, theirs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
