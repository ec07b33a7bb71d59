/** One phone number of the report: the number of people, the dealers, the users who started and, when expanded, the documents. */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecurringNumberRow } from '../../api/queries/recurring-numbers.ts';
import { useSession } from '../../api/session.tsx';
import { Chip, DocumentStatusChip } from '../../connected/chip.tsx';
import { documentTypeLabel } from '../../connected/labels.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { counted } from '../../text/numbers.ts';
import { Facts } from '../../ui/card.tsx';
import classes from './numbers.module.css';

/** From this many people on, a shared family phone is unlikely. */
const MANY = 3;

type NameOf = (login: string | null) => string | null;

export function NumberItem(props: { row: RecurringNumberRow; nameOf: NameOf }) {
  const { t } = useTranslation();
  const { row, nameOf } = props;
  const [open, setOpen] = useState(false);
  const id = useId();
  const [first, last] = [formatDate(row.firstDate), formatDate(row.lastDate)];
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes.head}>
        <h2 className={classes.name}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen((before) => !before)}
          >
            <Chevron size={18} stroke={1.9} aria-hidden="true" className={classes.chevron} />
            <span className="lines">
              <span className={`${classes.phone} num`}>{row.maskedPhone}</span>
              <span className={classes.caption}>
                {first === last ? t('numbers.on', { day: last }) : t('numbers.between', { first, last })}
              </span>
            </span>
          </button>
        </h2>
        <span className={classes.counts}>
          <Chip tone={row.people >= MANY ? 'waiting' : 'neutral'}>{t('numbers.people', counted(row.people))}</Chip>
          <span className="quiet num">{t('numbers.signatures', counted(row.signatures))}</span>
        </span>
        <UsageContext row={row} nameOf={nameOf} />
      </div>
      <div id={id} hidden={!open}>
        {open ? <Documents row={row} nameOf={nameOf} /> : null}
      </div>
    </li>
  );
}

/** Where it was used and who started; for dealers of other users only the number of them. */
function UsageContext(props: { row: RecurringNumberRow; nameOf: NameOf }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { dealers, otherDealers, startedBy } = props.row;
  const names = dealers.map(dealerName);
  const people = startedBy.map((login) => props.nameOf(login) ?? login).join(', ');
  const otherDealersText = otherDealers === 0 ? [] : [t('numbers.otherDealers', counted(otherDealers))];
  return (
    <div className={classes.around}>
      <Facts
        facts={[
          {
            label: t('numbers.dealers', { count: dealers.length + otherDealers }),
            value: [...names, ...otherDealersText].join(', '),
          },
          { label: t('numbers.startedBy'), value: people === '' ? t('missing') : people },
        ]}
      />
    </div>
  );
}

function Documents(props: { row: RecurringNumberRow; nameOf: NameOf }) {
  const { t } = useTranslation();
  const { documents } = props.row;
  if (documents.length === 0) return <p className={classes.nothing}>{t('numbers.noDocuments')}</p>;
  return (
    <ul className={classes.documents} aria-label={t('numbers.documentsOf', { phone: props.row.maskedPhone })}>
      {documents.map((document) => (
        <li key={`${document.id} ${document.at}`} className={classes.document}>
          <span className="lines">
            <Link to={paths.document(document.id)} className={classes.link}>
              {document.customer} · {documentTypeLabel(t, document.type)}
            </Link>
            <span className={classes.caption}>
              {t('numbers.started', {
                at: formatDateTime(document.at),
                name: props.nameOf(document.startedBy) ?? document.startedBy,
              })}
            </span>
          </span>
          <DocumentStatusChip document={document} />
        </li>
      ))}
    </ul>
  );
}
