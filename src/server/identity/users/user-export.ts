/** Writes Export_Utenti.xlsx, the users' list as an Excel file. */
import { BRANDS, type Brand } from '#domain/dealers/brands.ts';
import { PERMISSION_NAMES, ROLE_NAMES } from '#domain/identity/role-names.ts';
import { wallClock } from '#domain/rome-time.ts';
import type { Db } from '#ports/database/database.ts';
import { type WorkbookCell, writeWorkbook } from '../../http/response/workbook.ts';
import { findUserRecords } from '../queries.ts';
import { presentAccount, type UserRecord } from './user.ts';

export const USER_EXPORT_NAME = 'Export_Utenti.xlsx';

/** Rows read and held in memory at a time. */
const BATCH_SIZE = 250;

const HEADING_OF_BRAND: Record<Brand, string> = {
  bmw: 'Permessi BMW',
  bmwi: 'Permessi BMW i',
  mini: 'Permessi MINI',
  moto: 'Permessi Motorrad',
};

const COLUMNS = [
  { heading: 'Id', width: 8 },
  { heading: 'Nome utente', width: 24 },
  { heading: 'Nome', width: 20 },
  { heading: 'Cognome', width: 20 },
  { heading: 'E-mail', width: 34 },
  { heading: 'Attivo', width: 8 },
  { heading: 'Ruoli', width: 28 },
  { heading: 'Concessionarie', width: 24 },
  ...BRANDS.map((brand) => ({ heading: HEADING_OF_BRAND[brand], width: 34 })),
  { heading: 'Creato il', width: 17 },
  { heading: 'Creato da', width: 20 },
  { heading: 'Modificato il', width: 17 },
  { heading: 'Modificato da', width: 20 },
];

const dateCell = (instant: Date): WorkbookCell => ({ wallClock: wallClock(instant.getTime()) });

const permissionNames = (permissions: readonly string[]): string =>
  permissions.map((name) => PERMISSION_NAMES[name as keyof typeof PERMISSION_NAMES] ?? name).join(', ');

function cellsOf(user: UserRecord): WorkbookCell[] {
  const account = presentAccount(user);
  return [
    account.id,
    account.login,
    account.firstName,
    account.lastName,
    account.email,
    account.activated ? 'Sì' : 'No',
    account.authorities.map((role) => ROLE_NAMES[role]).join(', '),
    account.hstList.join(', '),
    ...BRANDS.map((brand) => permissionNames(account.brands.find((entry) => entry.brand === brand)?.permissions ?? [])),
    dateCell(user.createdDate),
    user.createdBy,
    dateCell(user.lastModifiedDate),
    user.lastModifiedBy,
  ];
}

async function* rowsOf(db: Db, ids: readonly number[]): AsyncGenerator<WorkbookCell[]> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    for (const user of await findUserRecords(db, ids.slice(at, at + BATCH_SIZE))) yield cellsOf(user);
  }
}

/** @param ids ids of the users, in the order of the rows; users are read while the file is streamed. */
export function usersWorkbook(db: Db, ids: readonly number[]): AsyncGenerator<Uint8Array> {
  return writeWorkbook({ sheet: 'Utenti', columns: COLUMNS, rows: rowsOf(db, ids) });
}
