import type { CallName } from '../../../lib/api/tables.ts';
import { SECURITY } from '../../../lib/data/security.ts';
import { queries } from '../../../lib/data/services.ts';
import { confirmed } from '../../../lib/data/step-up.ts';

/**
 * Changes what secures the account once the person has confirmed exactly these fields. Null when
 * they did not, or when it was refused, which a toast has said.
 */
export async function secured<T>(
  action: CallName,
  fields: object,
  send: (proof: { stepUp: string }) => Promise<T>,
): Promise<T | null> {
  try {
    return await confirmed(action, fields, send);
  } catch {
    // The API client has shown why.
    return null;
  } finally {
    await queries.invalidateQueries({ queryKey: [SECURITY] });
  }
}
