/** The RSP or DMS data of the selected customer, and whether the customer already exists here. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DirectoryCustomer, OutsideDirectory } from '#domain/customer-search/customer.ts';
import type { DossierRow } from '../../../api/answer-types.ts';
import { useSession } from '../../../api/session.tsx';
import { Tag } from '../../../connected/chip.tsx';
import { Card, Note } from '../../../ui/card.tsx';
import { SmallButton } from '../../../ui/small-button.ts';
import classes from '../wizard.module.css';
import { CustomerSummary } from './customer-summary.tsx';

export function DirectoryChosen(props: {
  /** The complete record, where its system provides more than in the list. */
  row: DirectoryCustomer | null;
  dossier: DossierRow | null;
  other: OutsideDirectory;
  onOther: (() => void) | null;
  onEdit: (row: DirectoryCustomer) => void;
}) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { row } = props;
  // Without a row there is nothing to compare yet.
  const elsewhere = props.onOther ? (
    <Button size="compact-sm" variant="subtle" color="accent" className={classes.flat} onClick={props.onOther}>
      {t(`wizard.directory.${row ? 'compare' : 'search'}.${props.other}`)}
    </Button>
  ) : null;
  if (!row) {
    return (
      <Card title={t('wizard.customer.chosen')}>
        <p className="quiet">{t('wizard.directory.chosenNone')}</p>
        {elsewhere ? <div className={classes.gap}>{elsewhere}</div> : null}
      </Card>
    );
  }
  return (
    <Card title={t('wizard.customer.chosen')} aside={<Tag>{row.searchType}</Tag>}>
      <CustomerSummary
        customer={row}
        first={
          row.organizationName === null
            ? []
            : [{ label: t('wizard.customer.signerShort'), value: `${row.firstName} ${row.lastName}` }]
        }
        last={[
          { label: t('wizard.directory.key'), value: <span className="code">{row.businessId}</span> },
          ...(row.hst ? [{ label: t('label.field.hst'), value: dealerName(row.hst) }] : []),
        ]}
      />
      <div className={classes.gap}>
        {props.dossier ? (
          <Note tone="info" title={t('wizard.directory.hereTitle', { count: props.dossier.numberOfFolders })}>
            {t('wizard.directory.hereText')}
          </Note>
        ) : (
          <SmallButton onClick={() => props.onEdit(row)}>{t('wizard.directory.edit')}</SmallButton>
        )}
      </div>
      {elsewhere ? <div className={classes.gap}>{elsewhere}</div> : null}
    </Card>
  );
}
