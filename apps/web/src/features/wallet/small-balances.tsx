import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { FormDialog } from '@assay/kit/input/form-dialog.tsx';
import { useForm } from '@assay/kit/input/use-form.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
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
  const { data, refetch } = useQuery({
    queryKey: [KEY, token],
    queryFn: ({ signal }) => api.call('getSmallBalances', {}, { signal, quiet: true }),
    refetchInterval: RENEW_MS,
  });
  const renew = async () => {
    const renewed = await refetch();
    if (renewed.data !== undefined) ask(renewed.data);
  };
  if (data === undefined || (data.balances.length === 0 && asking === null)) return null;
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
      {asking === null ? null : <Ask small={asking} renew={renew} close={() => ask(null)} />}
    </>
  );
}

/** The price ticks while somebody reads: what is taken may be so much less than what is shown. */
const LEAST_OF_1000 = 995n;

const unitsOf = (text: string) => parseDecimal(text, SCALE) ?? 0n;

interface AskProps {
  small: Small;
  /** Shows what it comes to now. */
  renew(): Promise<void>;
  close(): void;
}

function Ask({ small: { balances, feePpm }, renew, close }: AskProps) {
  const { t } = useTranslation();
  const sum = (name: 'value' | 'fee' | 'received') =>
    balances.reduce((total, one) => total + unitsOf(one[name]), 0n);
  const units = (sum('received') * LEAST_OF_1000) / 1000n;
  const least = formatDecimal(units > 0n ? units : 1n, SCALE);
  const form = useForm({
    first: {},
    rules: {},
    send: async () => {
      const assets = balances.map(({ asset }) => asset).join(',');
      try {
        await api.call('convertSmallBalances', { assets, least }, { quiet: true });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        await renew();
        if (error.kind === 'network') return { form: t(($) => $.kit.failed) };
        const isMoved = error.refusal === 'priceMoved';
        return { form: isMoved ? t(($) => $.wallet.convert.moved) : error.message };
      }
      toastSuccess(t(($) => $.wallet.convert.done));
      await queries.invalidateQueries({ queryKey: [KEY] });
      close();
      return undefined;
    },
  });
  const figures = { value: sum('value'), fee: sum('fee'), received: sum('received') };
  return (
    <FormDialog
      title={t(($) => $.wallet.convert.title)}
      form={form}
      action={t(($) => $.wallet.convert.confirm)}
      close={close}
    >
      <p>{t(($) => $.wallet.convert.text)}</p>
      <Figures {...{ balances, feePpm, least, figures }} />
    </FormDialog>
  );
}

interface FiguresProps extends Pick<Small, 'balances' | 'feePpm'> {
  least: string;
  figures: Readonly<Record<'value' | 'fee' | 'received', bigint>>;
}

/** What is converted, and what it comes to. */
function Figures({ balances, feePpm, least, figures }: FiguresProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const paid = (text: string) => <Amount value={text} asset={PAID} named />;
  const sum = (name: keyof typeof figures) => paid(formatDecimal(figures[name], SCALE));
  return (
    <FigureLines
      lines={[
        ...balances.map(({ asset, amount }) => ({
          label: asset,
          value: <Amount value={amount} asset={asset} named />,
        })),
        { label: t(($) => $.wallet.convert.value), value: sum('value') },
        {
          label: t(($) => $.wallet.convert.fee, { share: format.ppm(feePpm) }),
          value: sum('fee'),
        },
        { label: t(($) => $.wallet.convert.received), value: sum('received'), strong: true },
        { label: t(($) => $.wallet.convert.least), value: paid(least) },
      ]}
    />
  );
}
