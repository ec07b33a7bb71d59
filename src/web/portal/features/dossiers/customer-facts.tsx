/** The facts of a customer: identity, contacts, origin. */
import { IconBuilding, IconCircleCheck, IconTrash, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { isLinkedToRsp } from '#domain/customer-search/synchronization.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { folderSearch } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { Chip, Tag } from '../../connected/chip.tsx';
import { useLegalEntities } from '../../connected/legal-entities.ts';
import { useNames } from '../../connected/user-names.ts';
import { BrandLabel } from '../../entities/dealers/brand.tsx';
import { birthLine, formatDate, formatDateTime } from '../../text/dates.ts';
import { formatCount } from '../../text/numbers.ts';
import { formatPhone } from '../../text/phone-number.ts';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import { Email } from '../../ui/email.tsx';
import classes from './dossiers.module.css';

export function CustomerFacts(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const company = dossier.organizationName !== null;
  const open = dossier.status === 'OPEN';
  return (
    <Card
      title={t('registry.customer.details')}
      aside={
        <>
          <Chip tone="neutral" icon={company ? IconBuilding : IconUser}>
            {company ? t('registry.customer.company') : t('registry.customer.person')}
          </Chip>
          {dossier.searchType ? <Tag>{dossier.searchType}</Tag> : null}
          <Chip tone={open ? 'good' : 'bad'} icon={open ? IconCircleCheck : IconTrash}>
            {t(`label.dossierStatus.${dossier.status}`)}
          </Chip>
        </>
      }
    >
      <div className={classes.details}>
        <Identity dossier={dossier} company={company} />
        <Affiliation dossier={dossier} company={company} />
      </div>
    </Card>
  );
}

function Identity(props: { dossier: DossierRow; company: boolean }) {
  const { t } = useTranslation();
  const { dossier, company } = props;
  const code = (value: string | null) => (value ? <span className="code">{value}</span> : t('missing'));
  const birth = birthLine(dossier);
  const place = [dossier.street, dossier.address, `${dossier.postalCode}\u00a0${dossier.city}`].filter(Boolean);
  const born = { label: t('registry.customer.birth'), value: birth || t('missing') };
  const facts: Fact[] = company
    ? [
        { label: t('registry.customer.companyFiscalCode'), value: code(dossier.fiscalCode) },
        { label: t('label.field.organizationId'), value: code(dossier.organizationId) },
        { label: t('registry.customer.signer'), value: `${dossier.firstName} ${dossier.lastName}` },
        { label: t('label.field.representativeFiscalCode'), value: code(dossier.representativeFiscalCode) },
        ...(birth ? [born] : []),
      ]
    : [{ label: t('label.field.fiscalCode'), value: code(dossier.fiscalCode) }, born];
  return (
    <Facts
      facts={[
        ...facts,
        { label: t('registry.customer.address'), value: place.join(', ') },
        // A company has enough facts in this column: its contacts are in the other one.
        ...(company ? [] : contactFacts(t, dossier)),
        { label: t('label.field.brands'), value: <Brands dossier={dossier} /> },
      ]}
    />
  );
}

function contactFacts(t: TFunction, dossier: DossierRow): Fact[] {
  return [
    { label: t('label.field.mobilePhone'), value: <span className="num">{formatPhone(dossier.mobilePhone)}</span> },
    {
      label: t('label.field.email'),
      value: (
        <a href={`mailto:${dossier.email}`}>
          <Email address={dossier.email} />
        </a>
      ),
    },
  ];
}

/** Dealer, origin, and the customer's folders here. */
function Affiliation(props: { dossier: DossierRow; company: boolean }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { entityName } = useLegalEntities();
  const { dossier, company } = props;
  const named = useNames([dossier.createdBy, dossier.lastModifiedBy]);
  const by = (at: string, login: string | null) => {
    const name = named(login);
    return name ? t('label.by', { at, name }) : at;
  };
  const source = dossier.originalAccountSource;
  const facts: Fact[] = [
    ...(company ? contactFacts(t, dossier) : []),
    {
      label: t('label.field.hst'),
      value: t('registry.customer.dealer', { name: dealerName(dossier.hst), code: dossier.hst }),
    },
    { label: t('label.field.legalEntity'), value: entityName(dossier.legalEntity) },
    ...(source ? [{ label: t('columns.origin'), value: source }] : []),
    // For a customer linked to RSP, its card shows the code.
    ...(dossier.businessId && !isLinkedToRsp(dossier)
      ? [{ label: t('registry.customer.originCode'), value: <span className="code">{dossier.businessId}</span> }]
      : []),
    {
      label: t('registry.customer.created'),
      value: <span className="num">{by(formatDate(dossier.createdDate), dossier.createdBy)}</span>,
    },
    {
      label: t('columns.modified'),
      value: <span className="num">{by(formatDateTime(dossier.lastModifiedDate), dossier.lastModifiedBy)}</span>,
    },
    { label: t('columns.folders'), value: <FolderCount dossier={dossier} /> },
    ...(dossier.activationsCount > 0
      ? [{ label: t('registry.customer.activations'), value: formatCount(dossier.activationsCount) }]
      : []),
  ];
  return <Facts facts={facts} />;
}

/** The number of folders, and of open folders. */
function FolderCount(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { id, numberOfFolders } = props.dossier;
  const open = useQuery(
    folderSearch(account, {
      page: 0,
      size: 1,
      sort: 'id,desc',
      criteria: { dossierId: { equals: id }, status: { equals: 'OPEN' } },
    }),
  );
  const words = open.data ? folderCountText(t, numberOfFolders, open.data.total) : formatCount(numberOfFolders);
  return <span className="num">{words}</span>;
}

export function folderCountText(t: TFunction, all: number, open: number): string {
  const total = formatCount(all);
  if (all === 0) return total;
  if (open === 0) return t('registry.customer.openNone', { total, count: all });
  if (open < all) return t('registry.customer.openOf', { total, count: open, open: formatCount(open) });
  return t('registry.customer.openAll', { total, count: all });
}

function Brands(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { brands } = props.dossier;
  if (brands.length === 0) return t('missing');
  return (
    <span className={classes.brands}>
      {brands.map((brand) => (
        <BrandLabel key={brand} brand={brand} />
      ))}
    </span>
  );
}
