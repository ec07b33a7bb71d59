/** Open customers, the newest first or as searched, page by page, one to be chosen (specification §2 "Other dialogs"). */
import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { dossierSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { formatCount } from '../../text/numbers.ts';
import { formatPhone } from '../../text/phone.ts';
import { Empty, SkeletonRows } from '../card.tsx';
import { Dialog } from '../dialog.tsx';
import type { DossierPickerProps } from '../dossier-picker.tsx';
import { FailureNote } from '../failure-note.tsx';
import { type ListState, useLocalList } from '../list/list-state.ts';
import { SearchBox } from '../list/search-box.tsx';
import { Pager } from '../pager.tsx';
import { ReasonButton } from '../reason-button.tsx';
import { CustomerTile } from '../tile.tsx';
import classes from './dossier-list.module.css';

/** The server answers 400 to shorter text (P-20). */
const SHORTEST = 3;
/** With the line above it. */
const ROW_PX = 53;

export function DossierList(props: DossierPickerProps) {
  const { t } = useTranslation();
  const form = useId();
  const [chosen, setChosen] = useState<DossierRow | null>(null);
  const list = useLocalList({ field: 'id', order: 'desc' }, 5);
  const { page, size, text } = list.state;
  const criteria = {
    status: { equals: 'OPEN' },
    ...(text === '' ? {} : { genericFilter: { contains: text } }),
  };
  const found = useQuery(dossierSearch({ page, size, sort: 'id,desc', criteria }));
  const turn = (part: Partial<ListState>) => {
    list.change(part);
    // One that is out of sight is nobody's choice any more.
    setChosen(null);
  };
  return (
    <Dialog
      opened={props.opened}
      title={t(`registry.picker.title.${props.purpose}`)}
      width={620}
      onClose={props.onClose}
      foot={
        <>
          <Button variant="default" onClick={props.onClose}>
            {t('form.cancel')}
          </Button>
          <ReasonButton type="submit" form={form} reason={chosen ? null : t('registry.picker.choose')}>
            {t('registry.picker.go')}
          </ReasonButton>
        </>
      }
    >
      <form
        id={form}
        className={classes.picker}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) props.onChoose(chosen);
        }}
      >
        <SearchBox
          label={t('registry.picker.search')}
          placeholder={t('registry.picker.placeholder')}
          value={text}
          shortest={SHORTEST}
          onSearch={(wanted) => turn({ text: wanted })}
        />
        {found.isError ? (
          <FailureNote failure={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <SkeletonRows rows={size} height={52} label={t('loading')} />
        ) : found.data.rows.length === 0 ? (
          <Empty
            icon={<IconUserSearch size={30} stroke={1.6} />}
            title={t('registry.picker.none')}
            text={t(`registry.picker.noneText.${props.purpose}`)}
          />
        ) : (
          <Choices
            rows={found.data.rows}
            legend={
              text === ''
                ? t('registry.picker.recent')
                : t('registry.picker.found', {
                    count: found.data.total,
                    replace: { count: formatCount(found.data.total) },
                  })
            }
            chosen={chosen}
            onChoose={setChosen}
            // The last page is as high as the others: the dialog stays where it is.
            room={found.data.total > size ? size : 0}
          >
            <Pager
              page={page}
              size={size}
              total={found.data.total}
              onPage={(next) => turn({ page: next })}
              onSize={(next) => turn({ size: next })}
            />
          </Choices>
        )}
      </form>
    </Dialog>
  );
}

function Choices(props: {
  rows: readonly DossierRow[];
  legend: string;
  chosen: DossierRow | null;
  onChoose: (dossier: DossierRow) => void;
  /** Rows there is room for, whether or not they are there. */
  room: number;
  /** Below the rows. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{props.legend}</legend>
      <div className={classes.rows}>
        <div style={{ minHeight: props.room * ROW_PX }}>
          {props.rows.map((row) => (
            <label key={row.id} className={classes.choice} data-chosen={row.id === props.chosen?.id || undefined}>
              <input
                type="radio"
                name="dossier"
                className={classes.radio}
                checked={row.id === props.chosen?.id}
                onChange={() => props.onChoose(row)}
              />
              <CustomerTile company={row.organizationName !== null} />
              <span className={classes.lines}>
                <span className={classes.name}>{customerName(row)}</span>
                <span className={classes.caption}>
                  {[row.fiscalCode ?? t('registry.customers.noFiscalCode'), row.city, dealerName(row.hst)].join(' · ')}
                </span>
                <span className={`${classes.caption} ${classes.phoneBelow} num`}>{formatPhone(row.mobilePhone)}</span>
              </span>
              <span className={`${classes.phone} num`}>{formatPhone(row.mobilePhone)}</span>
            </label>
          ))}
        </div>
        {props.children}
      </div>
    </fieldset>
  );
}
