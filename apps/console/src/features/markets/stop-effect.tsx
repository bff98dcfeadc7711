import type { Realm } from '@assay/core/ledger/realm';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';

const POLL_MS = 2_000;

/** What customers have open in a market now, whose orders a halt would meet. */
export function StopEffect({ realm, market }: { realm: Realm; market: string }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['stopEffect', realm, market],
    queryFn: ({ signal }) => call('getStopEffect', { realm, market }, signal),
    refetchInterval: POLL_MS,
  });
  return (
    <Loaded query={query}>
      {({ quote, bids, asks, stops, dormant }) => {
        const side = ({ orders, value }: typeof bids) => (
          <>
            <Sentence
              parts={{
                orders: <Plain value={orders} />,
                value: <Amount value={value} asset={quote} named />,
              }}
            >
              {(put) => t(($) => $.markets.worth, put)}
            </Sentence>
          </>
        );
        return (
          <KeyValues
            items={[
              { label: t(($) => $.house.realm), value: t(($) => $.house.realms[realm]) },
              { label: t(($) => $.markets.bids), value: side(bids) },
              { label: t(($) => $.markets.asks), value: side(asks) },
              { label: t(($) => $.markets.stops), value: <Plain value={stops} /> },
              { label: t(($) => $.markets.dormant), value: <Plain value={dormant} /> },
            ]}
          />
        );
      }}
    </Loaded>
  );
}
