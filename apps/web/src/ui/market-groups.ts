import { useTranslation } from 'react-i18next';
import type { MarketView } from '../lib/api/wire.ts';

/** The classes of markets that follow an index, as tabs group them. */
export const GROUPS = ['metals', 'oil', 'forex', 'crypto'] as const;
export type Group = (typeof GROUPS)[number];
export const GROUP_OF: Readonly<Record<MarketView['class'], Group>> = {
  ...{ metal: 'metals', oil: 'oil', gas: 'oil', forex: 'forex', coin: 'crypto' },
};

export function useGroupNames(): Readonly<Record<Group, string>> {
  const { t } = useTranslation();
  return {
    metals: t(($) => $.markets.groups.metals),
    oil: t(($) => $.markets.groups.oil),
    forex: t(($) => $.markets.groups.forex),
    crypto: t(($) => $.markets.groups.crypto),
  };
}
