import type { Security } from '../../../lib/data/security.ts';

/** What every part of the security settings works with. */
export interface PartProps {
  security: Security;
}
