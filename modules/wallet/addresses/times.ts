import { HOUR } from '@assay/core/time';
import type { Rules } from '../rules/index.ts';
import type { KeptAddress, Switch } from './store.ts';

/** What the switch says now: once off, it stays on until its wait is over. */
export function whitelistAt(
  last: Pick<Switch, 'isOn' | 'takesEffectAt'> | null,
  now: number,
): { readonly isOn: boolean; readonly endsAt: number | null } {
  if (last === null) return { isOn: false, endsAt: null };
  if (last.isOn) return { isOn: true, endsAt: null };
  const { takesEffectAt } = last;
  return now < takesEffectAt
    ? { isOn: true, endsAt: takesEffectAt }
    : { isOn: false, endsAt: null };
}

/** When an address may be used. */
export const usableAt = (
  { addedAt, isStrict }: Pick<KeptAddress, 'addedAt' | 'isStrict'>,
  { coolingHours, strictHours }: Pick<Rules, 'coolingHours' | 'strictHours'>,
): number => addedAt + (isStrict ? strictHours : coolingHours) * HOUR;
