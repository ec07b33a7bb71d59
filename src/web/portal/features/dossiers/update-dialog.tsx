/** "Aggiorna dati": what RSP says beside the customer's own data, each value to be taken or left (specification §4). */
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDossier, updateDossier } from '#contract/calls/dossiers.ts';
import { ask } from '../../api/client.ts';
import type { DossierRow } from '../../api/shapes.ts';
import { formatPhone } from '../../text/phone.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useEntityWork } from '../../ui/entity-work.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { standsThere } from '../../ui/form/three-way.ts';
import { ReasonButton } from '../../ui/reason-button.tsx';
import classes from './dossiers.module.css';
import { type ComparedField, type Difference, differences, takenOver } from './elsewhere.ts';

export function UpdateDialog(props: { opened: boolean; onClose: () => void; dossier: DossierRow }) {
  const { t } = useTranslation();
  const { opened, dossier } = props;
  const found = differences(dossier, 'RSP');
  const [left, setLeft] = useState<readonly ComparedField[]>([]);
  const chosen = found.filter(({ field }) => !left.includes(field));
  const work = useEntityWork<DossierRow, DossierRow>({
    entity: 'customers',
    kind: 'update',
    send: (body) => ask(updateDossier, { body }),
    alreadyThere: async (sent) => {
      const stored = await ask(getDossier, { path: { id: dossier.id } });
      return standsThere(dossier, sent, stored) ? stored : null;
    },
    refresh: updateDossier.stale,
    onDone: () => close(),
  });
  const close = () => {
    setLeft([]);
    work.reset();
    props.onClose();
  };
  return (
    <Dialog
      opened={opened}
      title={t(found.length === 0 ? 'registry.rsp.sameTitle' : 'registry.rsp.updateTitle')}
      width={620}
      busy={work.isPending}
      onClose={close}
      foot={
        found.length === 0 ? (
          <Button variant="default" onClick={close}>
            {t('actions.close')}
          </Button>
        ) : (
          <>
            <Button variant="default" disabled={work.isPending} onClick={close}>
              {t('form.cancel')}
            </Button>
            <ReasonButton
              loading={work.isPending}
              reason={chosen.length === 0 ? t('registry.rsp.chooseField') : null}
              onClick={() => work.mutate(takenOver(dossier, chosen))}
            >
              {t('registry.rsp.update')}
            </ReasonButton>
          </>
        )
      }
    >
      {found.length === 0 ? (
        <p>{t('registry.rsp.same')}</p>
      ) : (
        <div className={classes.card}>
          <p className={classes.quiet}>{t('registry.rsp.updateText')}</p>
          <Comparison
            system="RSP"
            differences={found}
            isChosen={(field) => !left.includes(field)}
            onToggle={(field) =>
              setLeft((before) => (before.includes(field) ? before.filter((one) => one !== field) : [...before, field]))
            }
          />
          {work.isError ? <FailureNote failure={work.error} /> : null}
        </div>
      )}
    </Dialog>
  );
}

/** Own values and theirs side by side; with `onToggle` each can be taken or left. */
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
