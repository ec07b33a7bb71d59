/** Customers already here: a search by anything, a choice, and what is known of the one chosen. */

import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { dossierSearch, folderSearch } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import type { DossierRow } from '../../../api/shapes.ts';
import { formatDate } from '../../../text/dates.ts';
import { formatCount } from '../../../text/numbers.ts';
import { formatPhone } from '../../../text/phone.ts';
import { Card, Empty, Facts, SkeletonRows } from '../../../ui/card.tsx';
import { Email } from '../../../ui/email.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { FolderTypeLabel } from '../../../ui/folder-type.tsx';
import { TextInput } from '../../../ui/forms.ts';
import { useLocalList } from '../../../ui/list/list-state.ts';
import { Pager } from '../../../ui/pager.tsx';
import { NextBar } from '../foot-bar.tsx';
import classes from '../wizard.module.css';

const SHORTEST = 3;

export function CustomerSearch(props: {
  chosen: DossierRow | null;
  kept: string | undefined;
  onChoose: (dossier: DossierRow) => void;
  onNext: (dossier: DossierRow) => void;
  onNew: () => void;
}) {
  const { t } = useTranslation();
  const { chosen } = props;
  const [typed, setTyped] = useState('');
  const list = useLocalList({ field: 'id', order: 'desc' });
  const { page, size } = list.state;
  const [text] = useDebouncedValue(typed.trim(), 250);
  const searching = text.length >= SHORTEST;
  const criteria = {
    status: { equals: 'OPEN' },
    ...(searching ? { genericFilter: { contains: text } } : {}),
  };
  const found = useQuery(dossierSearch({ page, size, sort: 'id,desc', criteria }));
  return (
    <form
      className={classes.stepForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) props.onNext(chosen);
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
              value={typed}
              // Enter looks; it does not go on without a choice.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                list.change({ page: 0 });
              }}
            />
          </div>
          {found.isError ? (
            <div className={classes.padded}>
              <FailureNote failure={found.error} onRetry={() => void found.refetch()} />
            </div>
          ) : !found.data ? (
            <SkeletonRows rows={size} height={52} label={t('loading')} />
          ) : found.data.rows.length === 0 ? (
            <Empty
              icon={<IconUserSearch size={30} stroke={1.6} />}
              title={t('wizard.customer.none')}
              text={t('wizard.customer.noneText')}
              action={
                <Button variant="default" size="xs" onClick={props.onNew}>
                  {t('wizard.customer.new')}
                </Button>
              }
            />
          ) : (
            <fieldset className={classes.choices}>
              <legend className={classes.found}>
                {searching
                  ? t('wizard.customer.found', {
                      count: found.data.total,
                      replace: { count: formatCount(found.data.total) },
                    })
                  : t('wizard.customer.recent')}
              </legend>
              {found.data.rows.map((row) => (
                <Choice
                  key={row.id}
                  dossier={row}
                  chosen={row.id === chosen?.id}
                  onChoose={() => props.onChoose(row)}
                />
              ))}
              <Pager
                page={page}
                size={size}
                total={found.data.total}
                onPage={(next) => list.change({ page: next })}
                onSize={(next) => list.change({ size: next })}
              />
            </fieldset>
          )}
        </Card>
        <Chosen dossier={chosen} />
      </div>
      <NextBar hint={props.kept} missing={chosen ? null : t('wizard.customer.choose')} />
    </form>
  );
}

function Choice(props: { dossier: DossierRow; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const birth = [dossier.birthDate ? formatDate(dossier.birthDate) : null, dossier.birthPlace]
    .filter(Boolean)
    .join(', ');
  return (
    <label className={classes.choice} data-chosen={props.chosen || undefined}>
      <input type="radio" name="customer" className={classes.radio} checked={props.chosen} onChange={props.onChoose} />
      <span className={classes.choiceMain}>
        <span className={classes.choiceName}>{customerName(dossier)}</span>
        <span className={classes.caption}>{dossier.fiscalCode ?? t('wizard.customer.noFiscalCode')}</span>
      </span>
      <span className={classes.choiceMore}>
        {birth ? <span>{birth}</span> : null}
        <span className={classes.caption}>
          {dossier.street}, {dossier.city}
        </span>
      </span>
      <span className={`${classes.choicePhone} num`}>{formatPhone(dossier.mobilePhone)}</span>
    </label>
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
        <p className={classes.aside}>{t('wizard.customer.chosenNone')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('wizard.customer.chosen')}>
      <p className={classes.chosenName}>{customerName(dossier)}</p>
      <p className={`${classes.caption} code`}>{dossier.fiscalCode ?? t('wizard.customer.noFiscalCode')}</p>
      <div className={classes.gap}>
        <Facts
          facts={[
            {
              label: t('wizard.customer.birth'),
              value:
                [dossier.birthDate ? formatDate(dossier.birthDate) : null, dossier.birthPlace]
                  .filter(Boolean)
                  .join(', ') || '–',
            },
            {
              label: t('label.field.mobilePhone'),
              value: <span className="num">{formatPhone(dossier.mobilePhone)}</span>,
            },
            { label: t('label.field.email'), value: <Email address={dossier.email} /> },
            {
              label: t('wizard.customer.address'),
              value: `${dossier.street}, ${dossier.postalCode}\u00a0${dossier.city}`,
            },
            { label: t('label.field.hst'), value: dealerName(dossier.hst) },
          ]}
        />
      </div>
      <h3 className={classes.group}>{t('wizard.customer.openFolders')}</h3>
      {folders.data && folders.data.rows.length > 0 ? (
        <ul className={classes.folders}>
          {folders.data.rows.map((folder) => (
            <li key={folder.id}>
              <FolderTypeLabel type={folder.type} />
              <span className={`${classes.caption} num`}>{formatDate(folder.processDate ?? folder.createdDate)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.aside}>{folders.isPending ? '\u00a0' : t('wizard.customer.noFolders')}</p>
      )}
    </Card>
  );
}
