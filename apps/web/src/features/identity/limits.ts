/**
 * Limits of the identity schema that the forms say before a person types. Repeated here, because
 * importing the schema would bring its library along; limits.test.ts holds them together.
 */
export const PASSWORD_MIN = 10;
export const CODE_DIGITS = 6;
