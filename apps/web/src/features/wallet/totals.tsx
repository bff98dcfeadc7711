import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { inCurrency } from '@assay/core/num/rate';
import { Plain } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TOTALS_IN, useDeskPreferences } from '../../desk/layout/preferences.ts';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';
import { Figure } from './own-figure.tsx';
import type { Assets } from './use-assets.ts';
import css from './wallet.module.css';

const USDT = 'USDT';
const RENEW_MS = 15_000;

type Rate = CallOutput<'getCurrencyRates'>['rates'][number];

/** What both wallets are worth together, and each of them, in the currency of one's choice. */
export function Totals({ assets, failed }: { assets: Assets | undefined; failed: boolean }) {
  const { t } = useTranslation();
  const { wanted, rate } = useRate();
  const cards = [
    [t(($) => $.wallet.total), assets?.totalUsdt],
    [t(($) => $.wallet.currency), assets?.currencyUsdt],
    [t(($) => $.wallet.contract), assets?.contractUsdt],
  ] as const;
  const shown = rate?.isFresh ? rate : undefined;
  return (
    <Panel title={t(($) => $.wallet.totals)} tools={<Choice />}>
      <PanelBody>
        <StatCards>
          {cards.map(([label, value]) => (
            <StatCard
              key={label}
              label={label}
              value={
                value !== undefined ? (
                  <Figure value={written(value, shown)} asset={shown?.currency ?? USDT} named />
                ) : failed ? (
                  NO_VALUE
                ) : undefined
              }
              {...(shown && value !== undefined
                ? { note: <Figure value={value} asset={USDT} named /> }
                : {})}
            />
          ))}
        </StatCards>
        {wanted === USDT ? null : <RateLine wanted={wanted} rate={rate} />}
      </PanelBody>
    </Panel>
  );
}

/** What currencies have below one: more digits than that say nothing of a total. */
const CENT = 10n ** BigInt(SCALE - 2);

function written(usdt: string, rate: Rate | undefined): string {
  if (rate === undefined) return usdt;
  const price = parseDecimal(rate.price, SCALE) ?? 1n;
  const units = inCurrency(parseDecimal(usdt, SCALE) ?? 0n, { ...rate, price });
  return formatDecimal((units / CENT) * CENT, SCALE);
}

function useRate(): { wanted: string; rate: Rate | undefined | null } {
  const wanted = useDeskPreferences((preferences) => preferences.totalIn);
  const token = useSession((session) => session.token);
  const { data } = useQuery({
    queryKey: ['rates', token],
    queryFn: ({ signal }) => api.call('getCurrencyRates', {}, { signal, quiet: true }),
    refetchInterval: RENEW_MS,
    enabled: wanted !== USDT,
  });
  // Null: not known yet.
  if (data === undefined) return { wanted, rate: null };
  return { wanted, rate: data.rates.find(({ currency }) => currency === wanted) };
}

/** By which rate, and of when; where there is no fresh one, that the total is in USDT. */
function RateLine({ wanted, rate }: { wanted: string; rate: Rate | undefined | null }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  if (rate === null) return <p className={css.rate}>{t(($) => $.wallet.rate.loading)}</p>;
  if (rate === undefined) {
    return <p className={css.rate}>{t(($) => $.wallet.rate.none, { currency: wanted })}</p>;
  }
  const { currency, index, of, price, at, isFresh } = rate;
  const time = dateTime(at);
  if (!isFresh) {
    return <p className={css.rate}>{t(($) => $.wallet.rate.old, { currency, index, time })}</p>;
  }
  return (
    <p className={css.rate}>
      {of === 'currency' ? `1 ${currency} = ` : '1 USDT = '}
      <Plain value={price} /> {of === 'currency' ? USDT : currency}
      {'. '}
      {t(($) => $.wallet.rate.by, { index, time })}
    </p>
  );
}

function Choice() {
  const { t } = useTranslation();
  const wanted = useDeskPreferences((preferences) => preferences.totalIn);
  const change = useDeskPreferences((preferences) => preferences.change);
  return (
    <Select
      label={t(($) => $.wallet.totalIn)}
      value={wanted}
      options={TOTALS_IN.map((value) => ({ value, text: value }))}
      onChange={(totalIn) => change({ totalIn })}
    />
  );
}
