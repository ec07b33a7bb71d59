/** Words that several checks of `doctor` and its report share, in both languages. */
import type { Message } from '#domain/errors.ts';
import type { Level } from '#ports/finding.ts';

export const LEVELS: Readonly<Record<Level, Message>> = {
  ok: { it: 'ok', en: 'ok' },
  warning: { it: 'avviso', en: 'warning' },
  failure: { it: 'errore', en: 'failure' },
};

export const MODES: Readonly<Record<'demo' | 'production', Message>> = {
  demo: { it: 'dimostrazione', en: 'demo' },
  production: { it: 'produzione', en: 'production' },
};

/** Italian names of checks and of checked objects other than settings; the English names are also used in JSON. */
export const ITALIAN_NAMES: Readonly<Record<string, string>> = {
  settings: 'impostazioni',
  disk: 'disco',
  database: 'banca dati',
  keys: 'chiavi',
  timestamps: 'marche temporali',
  files: 'file',
  'stored files': 'file conservati',
  heads: 'teste',
  'sign-in': 'accesso',
  mail: 'posta',
  'customer search': 'ricerca dei clienti',
  services: 'servizi',
  webhooks: 'webhook',
  sms: 'SMS',
  'public address': 'indirizzo pubblico',
  backup: 'copie',
  custodian: 'custode',
  'free space': 'spazio libero',
  user: 'utente',
  clock: 'orologio',
  version: 'versione',
  encoding: 'codifica',
  role: 'ruolo',
  schema: 'schema',
  installation: 'installazione',
  proxy: 'proxy',
  'object lock': 'Object Lock',
  'conditional put': 'scrittura condizionata',
  'public access': 'accesso pubblico',
  ranges: 'intervalli',
  versions: 'versioni',
  delete: 'cancellazione',
};

export const DEMO_HAS_ITS_OWN: Message = {
  it: 'Non impostato: la dimostrazione ha il suo.',
  en: 'Not set: the demo has its own.',
};

export const days = (count: number): Message => ({
  it: count === 1 ? '1 giorno' : `${count} giorni`,
  en: count === 1 ? '1 day' : `${count} days`,
});

export const createdAtFirstStart = (path: string): Message => ({
  it: `${path} non esiste ancora: lo crea il primo avvio.`,
  en: `${path} is not there yet: the first start makes it.`,
});

export const notAFolder = (path: string, setting: string): Message => ({
  it: `${path} non è una cartella. Correggi ${setting}.`,
  en: `${path} is no folder. Correct ${setting}.`,
});
