import { z } from 'zod';
import { illegal, MISSING } from '../fields.ts';

/** The form of an asset's name; one that does not exist is found nowhere. */
export const assetName = z
  .string({ error: MISSING })
  .regex(/^[A-Z0-9]{1,20}$/, illegal('^[A-Z0-9]{1,20}$'));
