import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api, queries } from '../../lib/data/services.ts';
import { useSession } from '../../lib/data/session.ts';

const KEY = 'smallBalances';
const RENEW_MS = 15_000;
const PAID = 'USDT';

type Small = CallOutput<'getSmallBalances'>;

/** Converts what no order can sell to USDT; there is no button where there is nothing of that. */
export function SmallBalances() {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const token = useSession((session) => session.token);
  const [asking, ask] = useState<Small | null>(null);
  const { data } = useQuery({
    queryKey: [KEY, token],
    queryFn: ({ signal }) => api.call('getSmallBalances', {}, { signal, quiet: true }),
    refetchInterval: RENEW_MS,
  });
  if (data === undefined || data.balances.length === 0) return null;
  const { nextAt } = data;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={nextAt !== null}
        title={
          nextAt === null ? undefined : t(($) => $.wallet.convert.again, { time: dateTime(nextAt) })
        }
        onClick={() => ask(data)}
      >
        {t(($) => $.wallet.convert.do)}
      </Button>
      {asking === null ? null : <Ask small={asking} close={() => ask(null)} />}
    </>
  );
}

function Ask({ small: { balances, feePpm }, close }: { small: Small; close(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const sum = (name: 'value' | 'fee' | 'received') =>
    formatDecimal(
      balances.reduce((total, one) => total + (parseDecimal(one[name], SCALE) ?? 0n), 0n),
      SCALE,
    );
  const received = sum('received');
  const run = async () => {
    const assets = balances.map(({ asset }) => asset).join(',');
    try {
      await api.call('convertSmallBalances', { assets, least: received });
      toastSuccess(t(($) => $.wallet.convert.done));
    } finally {
      await queries.invalidateQueries({ queryKey: [KEY] });
    }
  };
  return (
    <Confirm
      title={t(($) => $.wallet.convert.title)}
      action={t(($) => $.wallet.convert.confirm)}
      run={() => run().catch(() => undefined)}
      close={close}
    >
      <p>{t(($) => $.wallet.convert.text)}</p>
      <FigureLines
        lines={[
          ...balances.map(({ asset, amount }) => ({
            label: asset,
            value: <Amount value={amount} asset={asset} named />,
          })),
          {
            label: t(($) => $.wallet.convert.value),
            value: <Amount value={sum('value')} asset={PAID} named />,
          },
          {
            label: t(($) => $.wallet.convert.fee, { share: format.ppm(feePpm) }),
            value: <Amount value={sum('fee')} asset={PAID} named />,
          },
          {
            label: t(($) => $.wallet.convert.received),
            value: <Amount value={received} asset={PAID} named />,
            strong: true,
          },
        ]}
      />
    </Confirm>
  );
}
