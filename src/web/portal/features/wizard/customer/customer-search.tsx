/** Search for an existing customer: results, a choice, and the details of the selected one. */
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DossierRow } from '../../../api/answer-types.ts';
import { folderSearch, openDossiers } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { QueryFailure } from '../../../connected/failure-note.tsx';
import { FolderTypeLabel } from '../../../connected/folder-type.tsx';
import { type List, useLocalList } from '../../../connected/list/list-state.ts';
import { birthLine, formatDate } from '../../../text/dates.ts';
import { formatCount } from '../../../text/numbers.ts';
import { Card, SkeletonRows } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/inputs/control-styles.ts';
import { Pager } from '../../../ui/pager.tsx';
import { NextBar } from '../foot-bar.tsx';
import type { WizardState } from '../use-wizard.ts';
import classes from '../wizard.module.css';
import { CustomerOption, CustomerSummary, NoCustomer } from './customer-summary.tsx';

const MIN_LENGTH = 3;

interface Props {
  wizard: WizardState;
  onNew: () => void;
}

const chosenIn = ({ draft: { customer } }: WizardState): DossierRow | null =>
  customer?.kind === 'existing' ? customer.dossier : null;

export function CustomerSearch(props: Props) {
  const { t } = useTranslation();
  const { wizard } = props;
  const chosen = chosenIn(wizard);
  const [typed, setTyped] = useState('');
  const list = useLocalList({ field: 'id', order: 'desc' });
  const [text] = useDebouncedValue(typed.trim(), 250);
  return (
    <form
      className={classes.stepForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) wizard.next({ kind: 'existing', dossier: chosen });
      }}
    >
      <div className={classes.columns}>
        <Card flush>
          <div className={classes.search}>
            <TextInput
              type="search"
              label={t('wizard.customer.search')}
              placeholder={t('wizard.customer.searchPlaceholder')}
              description={t('wizard.customer.searchHint')}
              leftSection={<IconSearch size={16} stroke={1.9} />}
              autoComplete="on"
              data-first
              value={typed}
              // Enter searches; it does not proceed without a choice.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                list.change({ page: 0 });
              }}
            />
          </div>
          <Found {...props} list={list} text={text.length >= MIN_LENGTH ? text : ''} />
        </Card>
        <Chosen dossier={chosen} />
      </div>
      <NextBar hint={wizard.kept} missing={chosen ? null : t('wizard.customer.choose')} />
    </form>
  );
}

/** @param props.text empty: the newest customers. */
function Found(props: Props & { list: List; text: string }) {
  const { t } = useTranslation();
  const { wizard, list, text } = props;
  const chosen = chosenIn(wizard);
  const { page, size } = list.state;
  const dossiers = useQuery(openDossiers(text, { page, size }));
  if (dossiers.isError) return <QueryFailure padded query={dossiers} />;
  if (!dossiers.data) return <SkeletonRows rows={size} height={52} />;
  const { rows, total } = dossiers.data;
  if (rows.length === 0) {
    return <NoCustomer title={t('wizard.customer.none')} text={t('wizard.customer.noneText')} onNew={props.onNew} />;
  }
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.found}>
        {text === ''
          ? t('wizard.customer.recent')
          : t('wizard.customer.found', { count: total, replace: { count: formatCount(total) } })}
      </legend>
      {rows.map((row) => (
        <CustomerOption
          key={row.id}
          group="customer"
          customer={row}
          about={birthLine(row)}
          chosen={row.id === chosen?.id}
          onChoose={() => wizard.choose({ kind: 'existing', dossier: row })}
        />
      ))}
      <Pager
        page={page}
        size={size}
        total={total}
        onPage={(next) => list.change({ page: next })}
        onSize={(next) => list.change({ size: next })}
      />
    </fieldset>
  );
}

function Chosen(props: { dossier: DossierRow | null }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const { account, dealerName } = useSession();
  const folders = useQuery({
    ...folderSearch(account, {
      page: 0,
      size: 5,
      sort: 'id,desc',
      criteria: { dossierId: { equals: dossier?.id ?? 0 }, status: { equals: 'OPEN' } },
    }),
    enabled: dossier !== null,
  });
  if (!dossier) {
    return (
      <Card title={t('wizard.customer.chosen')}>
        <p className="quiet">{t('wizard.customer.chosenNone')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('wizard.customer.chosen')}>
      <CustomerSummary customer={dossier} last={[{ label: t('label.field.hst'), value: dealerName(dossier.hst) }]} />
      <h3 className={classes.group}>{t('wizard.customer.openFolders')}</h3>
      {folders.data && folders.data.rows.length > 0 ? (
        <ul className={classes.folders}>
          {folders.data.rows.map((folder) => (
            <li key={folder.id}>
              <FolderTypeLabel type={folder.type} />
              <span className="caption num">{formatDate(folder.processDate ?? folder.createdDate)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">{folders.isPending ? '\u00a0' : t('wizard.customer.noFolders')}</p>
      )}
    </Card>
  );
}
