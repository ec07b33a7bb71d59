/** Open customers, newest first or as searched, in pages, with a single selection. */
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import type { DossierRow } from '../../../api/answer-types.ts';
import { openDossiers } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { FailureNote } from '../../../connected/failure-note.tsx';
import { type ListState, useLocalList } from '../../../connected/list/list-state.ts';
import { SearchBox } from '../../../connected/list/search-box.tsx';
import { formatCount } from '../../../text/numbers.ts';
import { formatPhone } from '../../../text/phone-number.ts';
import { Empty, SkeletonRows } from '../../../ui/card.tsx';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CustomerTile } from '../../../ui/figures/tile.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ReasonButton } from '../../../ui/reason-button.tsx';
import type { DossierPickerProps } from '../dossier-picker.tsx';
import classes from './dossier-list.module.css';

/** The server answers 400 to shorter text. */
const MIN_LENGTH = 3;
/** Includes the line above it. */
const ROW_PX = 53;

export function DossierList(props: DossierPickerProps) {
  const { t } = useTranslation();
  const form = useId();
  const [chosen, setChosen] = useState<DossierRow | null>(null);
  const list = useLocalList({ field: 'id', order: 'desc' }, 5);
  const { text } = list.state;
  const turn = (part: Partial<ListState>) => {
    list.change(part);
    // A customer no longer visible must not stay selected.
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
          <CancelButton onClick={props.onClose} />
          <ReasonButton type="submit" form={form} reason={chosen ? null : t('registry.picker.choose')}>
            {t('registry.picker.go')}
          </ReasonButton>
        </>
      }
    >
      <form
        id={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) props.onChoose(chosen);
        }}
      >
        <SearchBox
          label={t('registry.picker.search')}
          placeholder={t('registry.picker.placeholder')}
          value={text}
          shortest={MIN_LENGTH}
          onSearch={(text) => turn({ text: text })}
        />
        <Results purpose={props.purpose} state={list.state} onTurn={turn} chosen={chosen} onChoose={setChosen} />
      </form>
    </Dialog>
  );
}

interface Choice {
  chosen: DossierRow | null;
  onChoose: (dossier: DossierRow) => void;
}

function Results(
  props: Choice & {
    purpose: DossierPickerProps['purpose'];
    state: ListState;
    onTurn: (part: Partial<ListState>) => void;
  },
) {
  const { t } = useTranslation();
  const { page, size, text } = props.state;
  const dossiers = useQuery(openDossiers(text, { page, size }));
  if (dossiers.isError) return <FailureNote failure={dossiers.error} onRetry={() => void dossiers.refetch()} />;
  if (!dossiers.data) return <SkeletonRows rows={size} height={52} />;
  const { rows, total } = dossiers.data;
  if (rows.length === 0) {
    return (
      <Empty
        icon={IconUserSearch}
        title={t('registry.picker.none')}
        text={t(`registry.picker.noneText.${props.purpose}`)}
      />
    );
  }
  return (
    <fieldset>
      <legend className={classes.legend}>
        {text === ''
          ? t('registry.picker.recent')
          : t('registry.picker.found', { count: total, replace: { count: formatCount(total) } })}
      </legend>
      <div className={classes.rows}>
        {/* The last page is as high as the others, so that the dialog does not move. */}
        <div className="divided" style={{ minHeight: (total > size ? size : 0) * ROW_PX }}>
          {rows.map((row) => (
            <Row key={row.id} row={row} chosen={row.id === props.chosen?.id} onChoose={() => props.onChoose(row)} />
          ))}
        </div>
        <Pager
          page={page}
          size={size}
          total={total}
          onPage={(next) => props.onTurn({ page: next })}
          onSize={(next) => props.onTurn({ size: next })}
        />
      </div>
    </fieldset>
  );
}

function Row(props: { row: DossierRow; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { row, chosen } = props;
  const about = [row.fiscalCode ?? t('registry.customers.noFiscalCode'), row.city, dealerName(row.hst)];
  const phone = formatPhone(row.mobilePhone);
  return (
    <label className={classes.choice} data-chosen={chosen || undefined}>
      <input type="radio" name="dossier" checked={chosen} onChange={props.onChoose} />
      <CustomerTile company={row.organizationName !== null} />
      <span className="column rest">
        <span className={classes.name}>{customerName(row)}</span>
        <span className={classes.caption}>{about.join(' · ')}</span>
        <span className={`${classes.caption} ${classes.phoneBelow} num`}>{phone}</span>
      </span>
      <span className={`${classes.phone} num`}>{phone}</span>
    </label>
  );
}
