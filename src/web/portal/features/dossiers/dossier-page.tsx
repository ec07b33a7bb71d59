/** A customer: who it is, its folders, and the documents in them (specification §2, §3). */
import { IconBuilding, IconCircleCheck, IconTrash, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { ApiFailure } from '../../api/failure.ts';
import { dossierQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { DossierRow } from '../../api/shapes.ts';
import { paths } from '../../paths.ts';
import { formatDate, formatDateTime } from '../../text/dates.ts';
import { formatPhone } from '../../text/phone.ts';
import { BrandLabel } from '../../ui/brand.tsx';
import { Card, type Fact, Facts } from '../../ui/card.tsx';
import { Chip, Tag } from '../../ui/chip.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingOverlay } from '../../ui/loading.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { InitialsTile, initials } from '../../ui/tile.tsx';
import { CustomerDocuments } from './customer-documents.tsx';
import { CustomerFolders } from './customer-folders.tsx';
import classes from './dossiers.module.css';

export function DossierPage() {
  const { id } = useParams({ strict: false });
  const number = Number(id);
  const possible = Number.isSafeInteger(number) && number > 0;
  const dossier = useQuery({ ...dossierQuery(number), enabled: possible });
  if (!possible || (dossier.error instanceof ApiFailure && dossier.error.status === 404)) return <NotFoundPage />;
  if (dossier.isError && !dossier.data) {
    return <FailureNote failure={dossier.error} onRetry={() => void dossier.refetch()} />;
  }
  if (!dossier.data) return <LoadingOverlay />;
  return <Loaded key={number} dossier={dossier.data} />;
}

function Loaded(props: { dossier: DossierRow }) {
  const { t } = useTranslation();
  const { dossier } = props;
  const name = customerName(dossier);
  const [first, second] = dossier.organizationName?.split(/\s+/) ?? [dossier.firstName, dossier.lastName];
  return (
    <>
      <PageHead
        crumbs={[{ label: t('menu.management') }, { label: t('menu.customers'), to: paths.dossiers }, { label: name }]}
        title={name}
        lead={<InitialsTile letters={initials(first, second)} />}
      />
      <div className={classes.stack}>
        <Details dossier={dossier} />
        <CustomerFolders dossierId={dossier.id} />
        <CustomerDocuments dossierId={dossier.id} />
      </div>
    </>
  );
}

function Details(props: { dossier: DossierRow }) {
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
        <Contacts dossier={dossier} company={company} />
      </div>
    </Card>
  );
}

/** Who it is. */
function Identity(props: { dossier: DossierRow; company: boolean }) {
  const { t } = useTranslation();
  const { dossier, company } = props;
  const code = (value: string | null) => (value ? <span className="code">{value}</span> : t('missing'));
  const birth = [dossier.birthDate ? formatDate(dossier.birthDate) : null, dossier.birthPlace].filter(Boolean);
  const place = [dossier.street, dossier.address, `${dossier.postalCode} ${dossier.city}`].filter(Boolean);
  const facts: Fact[] = company
    ? [
        { label: t('registry.customer.companyFiscalCode'), value: code(dossier.fiscalCode) },
        { label: t('registry.customer.signer'), value: `${dossier.firstName} ${dossier.lastName}` },
        { label: t('label.field.representativeFiscalCode'), value: code(dossier.representativeFiscalCode) },
      ]
    : [
        { label: t('label.field.fiscalCode'), value: code(dossier.fiscalCode) },
        { label: t('registry.customer.birth'), value: birth.join(', ') || t('missing') },
      ];
  return (
    <Facts
      facts={[
        ...facts,
        { label: t('registry.customer.address'), value: place.join(', ') },
        { label: t('label.field.brands'), value: <Brands dossier={dossier} /> },
      ]}
    />
  );
}

/** How and through whom to reach it. */
function Contacts(props: { dossier: DossierRow; company: boolean }) {
  const { t } = useTranslation();
  const { dealerName } = useSession();
  const { dossier, company } = props;
  const created = formatDate(dossier.createdDate);
  const facts: Fact[] = [
    { label: t('label.field.mobilePhone'), value: <span className="num">{formatPhone(dossier.mobilePhone)}</span> },
    { label: t('label.field.email'), value: <a href={`mailto:${dossier.email}`}>{dossier.email}</a> },
    {
      label: t('label.field.hst'),
      value: t('registry.customer.dealer', { name: dealerName(dossier.hst), code: dossier.hst }),
    },
    {
      label: t('registry.customer.created'),
      value: (
        <span className="num">
          {dossier.createdBy ? t('registry.customer.by', { at: created, name: dossier.createdBy }) : created}
        </span>
      ),
    },
  ];
  // A company's other column has one fact more.
  if (company) {
    facts.push({
      label: t('columns.modified'),
      value: <span className="num">{formatDateTime(dossier.lastModifiedDate)}</span>,
    });
  }
  return <Facts facts={facts} />;
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
