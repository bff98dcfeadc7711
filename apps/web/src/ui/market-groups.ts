import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
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

interface Known<M> {
  name(market: M): string;
  group(market: M): Group;
}

/** What the address chooses of markets: one, or a group and its first. */
export function useGroupChoice<M>(markets: readonly M[], first: Group, of: Known<M>) {
  const [params, setParams] = useSearchParams();
  const asked = markets.find((market) => of.name(market) === params.get('market'));
  const named = GROUPS.find((group) => group === params.get('tab'));
  const group = asked === undefined ? (named ?? first) : of.group(asked);
  const own = markets.filter((market) => of.group(market) === group);
  const write = (name: string, value: string, other: string) =>
    setParams(
      (before) => {
        before.set(name, value);
        before.delete(other);
        return before;
      },
      { replace: true },
    );
  return {
    ...{ group, own, chosen: asked ?? own[0] },
    chooseGroup: (next: Group) => write('tab', next, 'market'),
    choose: (market: string) => write('market', market, 'tab'),
  };
}
