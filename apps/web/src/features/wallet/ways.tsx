import { compareDecimals } from '@assay/kit/format/compare.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deskPath } from '../../lib/data/desk-path.ts';
import { useMarkets } from '../../lib/data/markets.ts';
import { contractOf } from '../../lib/data/pair-text.ts';
import { useRealm } from '../../lib/data/session.ts';
import { useChains } from './deposits/use-deposits.ts';
import type { Balance } from './use-assets.ts';
import css from './wallet.module.css';
import { useTerms } from './withdrawals/use-withdrawals.ts';

/** Where one goes from an asset: its market, in and out, the other wallet, and what happened. */
export function Ways({ row: { asset, wallet, available } }: { row: Balance }) {
  const { t } = useTranslation();
  const isVirtual = useRealm() === 'demo';
  // Where the asset itself is traded, not contracts on it.
  const market = useMarkets().data?.find(
    (one) => one.base === asset && contractOf(one.market) === undefined,
  );
  const path = market && deskPath(market);
  return (
    <span className={css.ways}>
      {path === undefined ? null : (
        <Way
          to={path}
          name={t(($) => $.wallet.tradeOf, { asset })}
          text={t(($) => $.wallet.trade)}
        />
      )}
      {wallet === 'contract' || isVirtual ? null : <InAndOut asset={asset} />}
      {compareDecimals(available, '0') === 0 ? null : (
        <Way
          to={`/transfer?asset=${asset}&from=${wallet}`}
          name={t(($) => $.wallet.transfer.of, { asset })}
          text={t(($) => $.wallet.transfer.do)}
        />
      )}
      <Way
        to={`/record?asset=${asset}`}
        name={t(($) => $.wallet.recordsOf, { asset })}
        text={t(($) => $.wallet.records)}
      />
    </span>
  );
}

/** What comes in by a chain, and what leaves by one. */
function InAndOut({ asset }: { asset: string }) {
  const { t } = useTranslation();
  const chains = useChains().data?.chains ?? [];
  const terms = useTerms().data;
  const comesIn = chains.some(({ tokens }) => tokens.some((token) => token.asset === asset));
  const leaves = terms?.asset === asset && terms.networks.length > 0;
  return (
    <>
      {comesIn ? (
        <Way
          to={`/recharge?asset=${asset}`}
          name={t(($) => $.wallet.depositOf, { asset })}
          text={t(($) => $.deposits.title)}
        />
      ) : null}
      {leaves ? (
        <Way
          to="/money"
          name={t(($) => $.wallet.withdrawOf, { asset })}
          text={t(($) => $.wallet.out.title)}
        />
      ) : null}
    </>
  );
}

/** A short text, and a name that says which asset for whoever does not see the row. */
function Way({ to, name, text }: { to: string; name: string; text: string }) {
  return (
    <Button component={Link} to={to} size="xs" variant="default" aria-label={name}>
      {text}
    </Button>
  );
}
