/** What a person is reached by. */
export type AccountKind = 'phone' | 'email';

/**
 * What a form that sends a code offers. Until the server has answered that is e-mail alone:
 * nothing is offered that might be taken back.
 */
export function provableKinds(phoneAvailable: boolean | undefined): readonly AccountKind[] {
  return phoneAvailable === true ? ['email', 'phone'] : ['email'];
}
