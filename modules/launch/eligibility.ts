import type { Realm } from '@assay/core/ledger/realm';
import type { Parts } from './parts.ts';
import type { ELIGIBILITIES, Eligibility, GROUNDS } from './schema/index.ts';
import { TIERS } from './schema/index.ts';
import { applicationOf } from './store/applications.ts';

export interface Standing {
  readonly eligibility: (typeof ELIGIBILITIES)[number];
  readonly ground: (typeof GROUNDS)[number];
  readonly reason: string;
}

const said = (
  eligibility: Standing['eligibility'],
  ground: Standing['ground'] = '',
  reason = '',
): Standing => ({ eligibility, ground, reason });

type Asked = Pick<Parts, 'database' | 'verified' | 'countryOf' | 'isOffered'>;

/**
 * Whether somebody may take part: the law of their country is asked before the terms of a project,
 * which may be for all. The virtual account practises in every project.
 */
export async function standingOf(
  { database, verified, countryOf, isOffered }: Asked,
  asked: Eligibility,
  { realm, launchId, userId }: { realm: Realm; launchId: number; userId: number },
): Promise<Standing> {
  if (realm === 'demo') return said('open');
  if (!(await isOffered(userId))) return said('notPassed', 'country');
  const isForAll = asked.tier === 'none' && asked.countries.length === 0 && !asked.review;
  if (isForAll) return said('open');
  if (TIERS.indexOf(await verified(userId)) < TIERS.indexOf(asked.tier)) {
    return said('notPassed', 'tier');
  }
  if (asked.countries.includes(await countryOf(userId))) return said('notPassed', 'country');
  if (!asked.review) return said('passed');
  const application = await applicationOf(database.pool, launchId, userId);
  if (application === null) return said('notAsked');
  const { state, reason } = application;
  return said(state, state === 'notPassed' ? 'review' : '', reason);
}

export const mayTakePart = ({ eligibility }: Standing) =>
  eligibility === 'open' || eligibility === 'passed';
