/** The customer of a PDF: existing customers with a codice fiscale, address or name from the text, or a new one. */
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '#domain/dossiers/customer-name.ts';
import { plainLetters } from '#domain/places/place-names.ts';
import type { DossierRow } from '../../api/answer-types.ts';
import { openDossiers } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import type { FoundInText } from './found-in-text.ts';
import type { PersonInPdf } from './handover.ts';
import { splitName } from './names-in-text.ts';
import classes from './start-dialog.module.css';

/** An existing customer, or the known data of a new one. */
export interface Picked {
  dossier: DossierRow | null;
  person: PersonInPdf | null;
}

const MAX_SEARCHES = 3;

/** The search texts: codes identify people, names are used only when there is no code. */
export function searchTexts(found: FoundInText): string[] {
  return (found.fiscalCodes.length > 0 ? found.fiscalCodes : found.names).slice(0, MAX_SEARCHES);
}

/** Certified mail addresses belong to companies: in a letterhead, to the dealer. */
const CERTIFIED = /@(?:.+\.)?(?:pec|legalmail|postacert|pecmail|arubapec)\.|[@.]pec\b/i;

/** The only address; of several, the one that is not certified or that contains the person's name. */
function emailOf(emails: readonly string[], name: string | undefined): string | undefined {
  if (emails.length < 2) return emails[0];
  const plain = emails.filter((email) => !CERTIFIED.test(email));
  if (plain.length < 2) return plain[0];
  const words = (name ?? '').split(' ').map(plainLetters);
  const matching = plain.filter((email) =>
    words.some((word) => word.length > 2 && plainLetters(email.split('@')[0] ?? '').includes(word)),
  );
  return matching.length === 1 ? matching[0] : undefined;
}

/**
 * A new customer with the data found in the text; where there are several addresses or numbers, their owner cannot be
 * determined. @param streets the dealers' own.
 */
export function personIn(found: FoundInText, streets: readonly string[] = []): PersonInPdf | null {
  const [fiscalCode] = found.fiscalCodes;
  const [name] = found.names;
  const [phone, otherPhone] = found.phones;
  const own = streets.map((street) => street.toLowerCase());
  const [home, otherHome] =
    found.homes.length > 0 ? found.homes : found.addresses.filter(({ street }) => !own.includes(street.toLowerCase()));
  const email = emailOf(found.emails, name);
  const person: PersonInPdf = {
    ...(fiscalCode ? { fiscalCode } : {}),
    ...(name ? splitName(name, fiscalCode) : {}),
    ...(email ? { email } : {}),
    ...(phone && !otherPhone ? { mobilePhone: phone } : {}),
  };
  // An address without a person cannot be assigned to a customer.
  if (Object.keys(person).length === 0) return null;
  return { ...person, ...(home && !otherHome ? home : {}) };
}

export function CustomerInPdf(props: { found: FoundInText; picked: Picked | null; onPick: (picked: Picked) => void }) {
  const { t } = useTranslation();
  const { dealerName, ownDealers } = useSession();
  const { found, picked, onPick } = props;
  const rows = useQueries({
    queries: searchTexts(found).map((text) => openDossiers(text)),
    combine: (results) => ({
      pending: results.some((result) => result.isPending),
      here: [...new Map(results.flatMap((result) => result.data?.rows ?? []).map((row) => [row.id, row])).values()],
    }),
  });
  const person = personIn(
    found,
    ownDealers.map(({ indirizzo }) => indirizzo),
  );
  const [first] = rows.here;
  const { pending } = rows;
  // The first proposal stays selected until the user chooses otherwise.
  useEffect(() => {
    if (!pending && picked === null) onPick(first ? { dossier: first, person: null } : { dossier: null, person });
  }, [pending, picked, first, person, onPick]);
  if (pending || (rows.here.length === 0 && !person)) return null;
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(' ') || person?.fiscalCode;
  return (
    <fieldset>
      <legend className={classes.group}>{t('columns.customer')}</legend>
      {rows.here.map((row) => (
        <Option
          key={row.id}
          name={customerName(row)}
          caption={`${row.fiscalCode ?? ''} · ${t('pdfStart.customerHere', {
            folders: t('label.folders', { count: row.numberOfFolders }),
            dealer: dealerName(row.hst),
          })}`.replace(/^ · /, '')}
          chosen={picked?.dossier?.id === row.id}
          onChoose={() => onPick({ dossier: row, person: null })}
        />
      ))}
      <Option
        name={
          rows.here.length > 0 ? t('pdfStart.none') : name ? t('pdfStart.newNamed', { name }) : t('pdfStart.newUnnamed')
        }
        caption={t('pdfStart.newHint')}
        chosen={picked !== null && picked.dossier === null}
        onChoose={() => onPick({ dossier: null, person: rows.here.length > 0 ? null : person })}
      />
    </fieldset>
  );
}

function Option(props: { name: string; caption: string; chosen: boolean; onChoose: () => void }) {
  return (
    <label className={classes.person} data-chosen={props.chosen || undefined}>
      <input type="radio" name="pdf-customer" checked={props.chosen} onChange={props.onChoose} />
      <span className="lines">
        <span className={classes.name}>{props.name}</span>
        <span className="caption">{props.caption}</span>
      </span>
    </label>
  );
}
