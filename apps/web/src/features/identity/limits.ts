/**
 * Limits of the identity schema that the forms state in advance. They are repeated here because an
 * import of the schema would load the schema library; limits.test.ts keeps both equal.
 */
export const PASSWORD_MIN = 10;
export const CODE_DIGITS = 8;
