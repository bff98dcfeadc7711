/** The kind of address that names an account. */
export type AccountKind = 'phone' | 'email';

/**
 * The kinds that a form offers for sending a code. Until the server has answered it offers e-mail
 * alone, so that it never withdraws an option.
 */
export function provableKinds(phoneAvailable: boolean | undefined): readonly AccountKind[] {
  return phoneAvailable === true ? ['email', 'phone'] : ['email'];
}
