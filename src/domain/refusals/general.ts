/** Refusals of the call itself: malformed request, session, permissions, system. */
import type { RefusalText } from './text.ts';

export const GENERAL_REFUSALS = {
  'request.invalid': { status: 400, it: 'Controlla i campi indicati.', en: 'Check the fields indicated.' },
  'request.malformed': { status: 400, it: 'La richiesta non è leggibile.', en: 'The request cannot be read.' },
  'request.method': {
    status: 405,
    it: 'Questo indirizzo non prevede questo tipo di richiesta.',
    en: 'This address does not support this type of request.',
  },
  'request.tooLarge': { status: 413, it: 'La richiesta è troppo grande.', en: 'The request is too large.' },
  'request.mediaType': {
    status: 415,
    it: 'Il formato della richiesta non è accettato.',
    en: 'The request format is not accepted.',
  },
  'request.tooMany': {
    status: 429,
    it: 'Troppe richieste: riprova tra poco.',
    en: 'Too many requests: try again shortly.',
  },
  'session.missing': { status: 401, it: 'Accedi per continuare.', en: 'Sign in to continue.' },
  'session.expired': {
    status: 401,
    it: 'La sessione è scaduta: accedi di nuovo.',
    en: 'Your session has expired: sign in again.',
  },
  'login.wrong': { status: 401, it: 'Nome utente o password non corretti.', en: 'Wrong user name or password.' },
  'login.notHere': {
    status: 403,
    it: 'Gli account si gestiscono nel sistema di accesso aziendale.',
    en: 'Accounts are managed at your identity provider.',
  },
  'access.forbidden': {
    status: 403,
    it: 'Il tuo ruolo non permette questa operazione.',
    en: 'Your role does not allow this operation.',
  },
  'access.readonly': {
    status: 403,
    it: 'Hai la sola lettura su questo marchio.',
    en: 'You have read-only access to this brand.',
  },
  'access.folderType': {
    status: 403,
    it: 'Non hai il permesso su questo marchio e tipo di cartella.',
    en: 'You have no permission on this brand and folder type.',
  },
  'origin.refused': {
    status: 403,
    it: 'Richiesta non ammessa da questo indirizzo.',
    en: 'Request not allowed from this address.',
  },
  notFound: { status: 404, it: 'Elemento non trovato.', en: 'Not found.' },
  'idempotency.otherRequest': {
    status: 422,
    it: 'Questa Idempotency-Key è già stata usata per un’altra richiesta.',
    en: 'This Idempotency-Key was already used for another request.',
  },
  'idempotency.rightsChanged': {
    status: 409,
    it: 'Dopo la prima richiesta con questa Idempotency-Key i tuoi permessi sono cambiati: verifica se l’elemento esiste già.',
    en: 'Your permissions have changed since the first request with this Idempotency-Key: check whether the item already exists.',
  },
  'system.full': {
    status: 507,
    it: 'Lo spazio sul server è esaurito: nulla è stato salvato. La consultazione continua a funzionare; avvisa chi gestisce il portale.',
    en: 'The server has run out of space: nothing was saved. You can still view data; please inform the portal’s administrators.',
  },
  'system.unavailable': {
    status: 503,
    it: 'Servizio momentaneamente non disponibile: riprova tra poco.',
    en: 'Service temporarily unavailable: try again shortly.',
  },
  'system.busy': {
    status: 503,
    it: 'Il server sta già elaborando molte tue richieste: riprova tra qualche secondo.',
    en: 'The server is already working on many of your requests: try again in a few seconds.',
  },
  'system.defect': {
    status: 500,
    it: 'Qualcosa non ha funzionato. Riprova; se continua, comunica il codice indicato.',
    en: 'Something went wrong. Try again; if it persists, quote the code shown.',
  },
} as const satisfies Record<string, RefusalText>;
