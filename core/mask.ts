const DOTS = '•••';

/** The first character of both parts of an e-mail address, and what its domain ends with. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const end = domain.lastIndexOf('.');
  return `${first(email.slice(0, at))}${DOTS}@${first(domain)}${DOTS}${domain.slice(end)}`;
}

/** The last two digits, which is enough to tell two numbers of one person apart. */
export function maskPhone(phone: string): string {
  return `${DOTS} ${phone.slice(-2)}`;
}

/** The first character. */
export function maskName(name: string): string {
  return `${first(name)}${DOTS}`;
}

/** Of what people see as characters, not of code units. */
const first = (text: string) => [...text][0] ?? '';
