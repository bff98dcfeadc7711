import pino from 'pino';

export type Log = pino.Logger;

/**
 * Names of fields whose value must never reach a log, at the top and one level down.
 * More people read a log than the database, and it is kept longer.
 */
export const secretFields = [
  'password',
  'newPassword',
  'oldPassword',
  'passwordHash',
  'tradePassword',
  'transactionPassword',
  'token',
  'x-token',
  'X-Token',
  'rtoken',
  'code',
  'secret',
  'signature',
  'authorization',
  'cookie',
  'set-cookie',
  'apiKey',
  'connectionString',
  'databaseUrl',
  'smtpUrl',
] as const;

const redactPaths = secretFields.flatMap((field) => {
  const key = /^[A-Za-z]+$/.test(field) ? field : `["${field}"]`;
  const below = key.startsWith('[') ? key : `.${key}`;
  return [key, `*${below}`, `*.*${below}`];
});

/** Removes secrets from text that we did not write: query strings and connection URLs. */
export function scrub(text: string): string {
  return text
    .replace(
      /([?&](?:token|rtoken|password|code|secret|signature)=)[^&\s"']*/gi,
      (_all, key: string) => `${key}[hidden]`,
    )
    .replace(/(\w+:\/\/[^:/\s@]+:)[^@\s]+@/g, '$1[hidden]@');
}

/**
 * The fields of an error that are logged: chosen ones only, because drivers add others that quote
 * the data they were working on (a DatabaseError has `detail` and `where`).
 */
function plainError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.constructor.name,
    message: scrub(error.message),
    ...(typeof code === 'string' ? { errorCode: code } : {}),
    stack: scrub(error.stack ?? ''),
    ...(cause === undefined || depth > 2 ? {} : { cause: plainError(cause, depth + 1) }),
  };
}

/** One JSON object a line on standard output; `level` is a pino level or `silent`. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const url = (value: unknown) => (typeof value === 'string' ? scrub(value) : value);
  return pino(
    {
      level,
      base: null,
      redact: { paths: redactPaths, censor: '[hidden]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error) => plainError(error), error: (error) => plainError(error), url },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

export const silentLog: Log = pino({ level: 'silent' });
