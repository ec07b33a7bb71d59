/** The signers of a document that is not started yet, in order: customers with link and number, then staff. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Target } from '#domain/access.ts';
import { findConfiguredType } from '#domain/folders/folder-types.ts';
import { namedBorrowers } from '#domain/papers/borrowers.ts';
import { namedSigners, rolesSigningAs, staffRolesOf } from '#domain/signing/staff-signers.ts';
import type { DocumentRow, DossierRow } from '../../api/answer-types.ts';
import { coworkersQuery, folderTypesQuery } from '../../api/queries.ts';
import { formatPhone } from '../../text/phone-number.ts';
import classes from './side-cards.module.css';

interface ExpectedProps {
  document: DocumentRow;
  dossier: DossierRow;
  place: Target & { hst: string };
}

export function ExpectedSigners({ document, dossier, place }: ExpectedProps) {
  const { t } = useTranslation();
  const staff = useExpectedStaff(document, place);
  if (!document.signable) return <p className={classes.nothing}>{t('document.signers.notSignable')}</p>;
  const byHand = document.sigType === 'GRAPHOMETRIC' ? (document.byHand ?? 'ready') : null;
  // Do not announce a link or a code where none can be sent.
  const reached = byHand === null || byHand === 'ready';
  const customers = customersOf(document, dossier);
  return (
    <>
      {document.status === 'DRAFT' || document.status === 'READY_TO_SIGN' ? (
        <p className={classes.nothing}>
          {t(byHand === null ? 'document.signers.none' : `document.signers.byHand.${byHand}`)}
        </p>
      ) : null}
      <ol className="divided">
        {customers.map(({ name, email, phone }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: signers never change order
          <li key={index} className={classes.signer}>
            <span className="small-tile">{index + 1}</span>
            <span className={classes.signerText}>
              <span className={classes.signerName}>{name}</span>
              {reached ? (
                <>
                  <span className={classes.caption}>
                    {t('document.signers.link')} {email || t('missing')}
                  </span>
                  <span className={`${classes.caption} num`}>
                    {t('document.signers.code')} {phone ? formatPhone(phone) : t('missing')}
                  </span>
                </>
              ) : null}
            </span>
          </li>
        ))}
        {staff.map(({ role, name }, index) => (
          <li key={role} className={classes.signer}>
            <span className="small-tile">{customers.length + index + 1}</span>
            <span className={classes.signerText}>
              <span className={classes.signerName}>{name ?? t(`label.signerRole.${role}`)}</span>
              <span className={classes.caption}>
                {name === null
                  ? t(role === 'dealer' ? 'document.signers.starter' : 'document.signers.chosenAtStart')
                  : t(`label.signerRole.${role}`)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The link is sent to the signer (a company's representative); showing the number lets staff notice a wrong one in time. */
const customersOf = (document: DocumentRow, dossier: DossierRow) => [
  { name: `${dossier.firstName} ${dossier.lastName}`, email: dossier.email, phone: dossier.mobilePhone },
  ...namedBorrowers(document.variableFields).map((borrower) => ({
    ...{ name: `${borrower.firstName} ${borrower.lastName}`, email: borrower.email, phone: borrower.phone },
  })),
];

/** The staff roles required by the type and its filled fields, with the name of the person that a field gives. */
function useExpectedStaff(document: DocumentRow, { hst, brand, folderType }: ExpectedProps['place']) {
  const configuration = useQuery({ ...folderTypesQuery, enabled: document.signable });
  const type = configuration.data && folderType && findConfiguredType(configuration.data, folderType, document.type);
  const named = type ? namedSigners(document.variableFields, type) : [];
  const colleagues = useQueries({
    queries: named
      .flatMap(({ role }) => rolesSigningAs(role))
      .map((role) => coworkersQuery(role, brand, folderType, hst)),
  });
  const people = colleagues.flatMap(({ data }) => data ?? []);
  return staffRolesOf(document.variableFields, type || undefined).map((role) => {
    const userId = named.find((signer) => signer.role === role)?.userId;
    return { role, name: people.find(({ id }) => id === userId)?.fullname ?? null };
  });
}
