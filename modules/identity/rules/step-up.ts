import { canonicalText } from '@assay/core/approval/canonical-text';

/**
 * The canonical text of an action: the call and its fields as text, without the token itself. Its
 * SHA-256 is what a step-up proves, so a changed action has none.
 */
export function actionText(action: string, input: object): string {
  const fields = Object.entries(input)
    .filter(([name, value]) => name !== 'stepUp' && value !== undefined && value !== null)
    .map(([name, value]) => [
      name,
      typeof value === 'object' ? canonicalText(value) : String(value),
    ]);
  return canonicalText({ action, fields: Object.fromEntries(fields) });
}
