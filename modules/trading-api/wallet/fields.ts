import { z } from 'zod';
import { illegal, MISSING } from '../fields.ts';

/** The form of an asset's name; one that does not exist is found nowhere. */
export const assetName = z
  .string({ error: MISSING })
  .regex(/^[A-Z0-9]{1,20}$/, illegal('^[A-Z0-9]{1,20}$'));

/** A word of a client: the name of a network, the id of a transaction, a list of numbers. */
export const word = z.string().regex(/^[A-Za-z0-9_:,.-]{1,100}$/, MISSING);
