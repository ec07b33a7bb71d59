/** The text of refusals: a heading by status, then fields, else detail, message or title. */
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../shared/rows.suite.ts';
import { ApiFailure, type FailureMessages, failureText, joinSentences, noAnswer, readErrorBody } from './failure.ts';

const words: FailureMessages = {
  generic: 'Errore generico',
  validation: 'Errore di validazione dei dati.',
  server: 'Errore interno del server',
  forbidden: 'Errore nei permessi',
  absent: 'Connessione assente: riprova.',
  lost: 'Risposta non arrivata',
  lostDetail: 'Non sappiamo se è arrivata.',
  unknownField: 'Campo non specificato',
  fieldLabel: (field) => ({ email: 'E-mail', vin: 'Telaio' })[field] ?? null,
};
const told = (status: number, body: object) => failureText(new ApiFailure(status, readErrorBody(body)), words);

describe('the text of a refusal', () => {
  it('prefers fields to the detail', () => {
    const text = told(400, {
      title: 'Errore di validazione dei dati.',
      detail: 'Controlla i campi indicati.',
      fieldErrors: [{ objectName: 'dossier', field: 'email', message: 'Indirizzo e-mail non valido' }],
    });
    expect(text.title).toBe('Errore di validazione dei dati.');
    expect(text.lines).toEqual(['E-mail: Indirizzo e-mail non valido']);
  });

  it('names a field without a label as unspecified', () => {
    const text = told(400, { fieldErrors: [{ objectName: 'dossier', field: 'zzz', message: 'Valore non valido' }] });
    expect(text.lines).toEqual(['Campo non specificato: Valore non valido']);
  });

  it('does not repeat the label', () => {
    const text = told(400, { fieldErrors: [{ field: 'vin', message: 'Telaio è un campo obbligatorio' }] });
    expect(text.lines).toEqual(['Telaio è un campo obbligatorio']);
  });

  it('shows the detail when no field is named', () => {
    expect(told(422, { title: 'Errore di validazione dei dati.', detail: 'Il file è vuoto.' }).lines).toEqual([
      'Il file è vuoto.',
    ]);
  });

  it('shows the message of statuses that have one', () => {
    expect(told(409, { message: 'La firma è già stata avviata.' })).toEqual({
      title: 'Errore generico',
      generic: true,
      contact: null,
      lines: ['La firma è già stata avviata.'],
      correlationId: null,
      stack: null,
      retryAfter: null,
    });
  });

  it('includes the stack if the server sends it', () => {
    expect(told(500, { message: 'Guasto', stack: 'Error: Guasto\n    at qui' })).toMatchObject({
      ...{ title: 'Errore interno del server', lines: ['Guasto'], stack: 'Error: Guasto\n    at qui' },
    });
  });

  it.each(
    rowsOf(`
      400 | Errore di validazione dei dati.
      404 | Errore di validazione dei dati.
      422 | Errore di validazione dei dati.
      403 | Errore nei permessi
      500 | Errore interno del server
      502 | Errore generico
      503 | Errore generico
      507 | Errore generico
      409 | Errore generico
      429 | Errore generico
    `),
  )('titles %s without a body as «%s»', (status, title = '') => {
    const generic = title === 'Errore generico';
    expect(told(Number(status), {})).toEqual({
      ...{ title, generic, contact: null, lines: [], correlationId: null, stack: null, retryAfter: null },
    });
  });

  it.each([
    [422, { title: 'Unprocessable Entity' }, 'Errore di validazione dei dati.', ['Unprocessable Entity']],
    [403, { title: 'Forbidden', detail: 'Non tuo.' }, 'Errore nei permessi', ['Non tuo.']],
    [500, { title: 'Guasto', message: 'Disco pieno' }, 'Errore interno del server', ['Disco pieno']],
    [503, { title: 'Service Unavailable', message: 'RSP non risponde.' }, 'Errore generico', ['RSP non risponde.']],
    [507, { message: 'Spazio esaurito.' }, 'Errore generico', ['Spazio esaurito.']],
    [500, { title: 'Errore interno del server' }, 'Errore interno del server', []],
  ])('has a heading for %i by its status, whatever title the body %j has', (status, body, title, lines) => {
    expect(told(status, body)).toMatchObject({ title, lines });
  });

  it('never shows a foreign title beside the fields', () => {
    const fieldErrors = [{ objectName: 'dossier', field: 'email', message: 'Non valido' }];
    expect(told(400, { title: 'Bad Request', fieldErrors })).toMatchObject({
      ...{ title: 'Errore di validazione dei dati.', lines: ['E-mail: Non valido'] },
    });
  });

  it('has the code for support', () => {
    expect(told(500, { title: 'Errore interno del server', correlationId: 'k3f9' }).correlationId).toBe('k3f9');
  });

  it('states the time to wait', () => {
    expect(failureText(new ApiFailure(429, { message: 'Troppe richieste' }, 30), words).retryAfter).toBe(30);
  });

  it('states that nothing was done without a network, and claims nothing when a response was lost', () => {
    expect(failureText(noAnswer('absent'), words)).toMatchObject({
      ...{ title: 'Connessione assente: riprova.', lines: [], contact: 'absent' },
    });
    expect(failureText(noAnswer('lost'), words)).toMatchObject({
      ...{ title: 'Risposta non arrivata', lines: ['Non sappiamo se è arrivata.'], contact: 'lost' },
    });
  });

  it.each(
    rowsOf(`
      Failed to fetch dynamically imported module: https://fascicolo.example/assets/a.js
      error loading dynamically imported module
      Importing a module script failed.
      Unable to preload CSS for /assets/a.css
    `),
  )('treats a code file that failed to load as a network problem: «%s»', (message = '') => {
    expect(failureText(new TypeError(message), words)).toMatchObject({ contact: 'absent' });
    expect(failureText(new TypeError(message), words).title).toBe('Connessione assente: riprova.');
  });

  it('never shows the text of an unexpected error', () => {
    expect(failureText(new TypeError('x is not a function'), words)).toEqual({
      title: 'Errore generico',
      generic: true,
      contact: null,
      lines: [],
      correlationId: null,
      stack: null,
      retryAfter: null,
    });
  });
});

describe('a body of unexpected shape', () => {
  it.each([null, 'text', 12, [], { fieldErrors: 'x' }, { fieldErrors: [null, 1, { field: 1 }] }, { title: {} }])(
    'is read defensively: %j',
    (body) => {
      expect(readErrorBody(body).fieldErrors ?? []).toEqual([]);
      expect(readErrorBody(body).title).toBeUndefined();
    },
  );
});

it('consecutive sentences are separated by a full stop', () => {
  expect(joinSentences(['Errore nei permessi', 'Nome è un campo obbligatorio', 'Riprova.'])).toBe(
    'Errore nei permessi. Nome è un campo obbligatorio. Riprova.',
  );
  expect(joinSentences(['Errore generico'])).toBe('Errore generico.');
});

describe('the message of a missing field', () => {
  const messageOf = (message: string) =>
    readErrorBody({ fieldErrors: [{ objectName: 'dossier', field: 'email', message }] }).fieldErrors?.[0]?.message;

  it.each(
    rowsOf(`
      field cannot be null
      field cannot be empty
      Field cannot be null.
      email must not be blank
      must not be null
      may not be empty
      NotNull
      not_blank
      NotEmpty
    `),
  )('«%s» of an English server is shown in the page’s language', (message = '') => {
    document.documentElement.lang = 'it';
    expect(messageOf(message)).toBe('Campo obbligatorio');
    document.documentElement.lang = 'en';
    expect(messageOf(message)).toBe('Required field');
    document.documentElement.lang = 'it';
  });

  it.each(['Cellulare è un campo obbligatorio', 'This cannot be null and void', 'Nullo'])(
    '«%s» is shown unchanged',
    (message) => expect(messageOf(message)).toBe(message),
  );
});
