/** How messages to phones are sent: an HTTP request whose parts are templates. */
export interface SmsTemplate {
  /** https address; `{to}`, `{text}` and `{id}` are replaced. */
  readonly url: string;
  /** The body: JSON when it begins with "{", else a form; empty: a GET without one. */
  readonly body: string;
  /** The Authorization header; empty: none. */
  readonly authorization: string;
}

const TIMEOUT_MS = 5_000;

/** Each value is escaped for where it stands, so that no text becomes another field. */
function filled(template: string, values: SmsValues, escaped: (text: string) => string): string {
  return template.replaceAll(/\{(to|text|id)\}/g, (_all, name: keyof SmsValues) =>
    escaped(values[name]),
  );
}

export interface SmsValues {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Our number of the message, which a delivery report repeats. */
  readonly id: string;
}

/** Sends one message. Throws when the gateway does not accept it; the caller tries again. */
export async function sendSms(template: SmsTemplate, values: SmsValues): Promise<void> {
  const { url, body, authorization } = template;
  const isJson = body.trimStart().startsWith('{');
  const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  const response = await fetch(filled(url, values, encodeURIComponent), {
    method: body === '' ? 'GET' : 'POST',
    ...(body === '' ? {} : { body: filled(body, values, isJson ? inJson : encodeURIComponent) }),
    headers: {
      ...(body === '' ? {} : { 'content-type': type }),
      ...(authorization === '' ? {} : { authorization }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
}
