/** Writes the log: JSON lines that record what failed and where, without personal data. */
import { type DestinationStream, type Logger, pino } from 'pino';

/** Members of a PostgreSQL error that name schema objects; `detail`, `where`, `query` and `params` contain the row. */
const SCHEMA_FIELDS = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
const MAX_CAUSES = 3;

/** Data exceptions (class 22) quote the invalid value. */
const quotesValues = (error: Error): boolean =>
  'severity' in error && 'code' in error && /^22/.test(String(error.code));

const framesOf = (error: Error): string[] =>
  (error.stack ?? '').split('\n').flatMap((line) => (/^\s+at /.test(line) ? [line.trim()] : []));

/** The loggable part of an error: its type, codes, message and frames; no row, statement or parameter. */
function errorForLog(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, cause } = error;
  return {
    type: name,
    ...(quotesValues(error) ? {} : { message }),
    ...('code' in error ? { errorCode: String(error.code) } : {}),
    ...Object.fromEntries(
      SCHEMA_FIELDS.flatMap((key) => {
        const value: unknown = Reflect.get(error, key);
        return typeof value === 'string' ? [[key, value]] : [];
      }),
    ),
    stack: framesOf(error),
    ...(cause === undefined || depth >= MAX_CAUSES ? {} : { cause: errorForLog(cause, depth + 1) }),
  };
}

/** @param destination standard output, unless a test captures it. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: (error: unknown) => errorForLog(error) },
    redact: { paths: ['req', 'res', '*.token', '*.password'], remove: true },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
