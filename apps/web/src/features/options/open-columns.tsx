import type { Column } from '@assay/kit/data/columns.ts';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, queries } from '../../lib/data/services.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import { PriceNow, useCommonColumns } from './cells.tsx';
import css from './options.module.css';
import { CHANGING, type OpenOption } from './use-options.ts';

function Left({ until }: { until: number }) {
  const { t } = useTranslation();
  const { skewMs } = useStreamStatus();
  return <Countdown label={t(($) => $.options.head.left)} until={until} ahead={skewMs} />;
}

/** What it brings now, with the button that asks for just that; nothing where there is no price. */
function Sale({ option, sale }: OpenOption) {
  const { t } = useTranslation();
  const format = useFormat();
  const [least, ask] = useState<string | null>(null);
  const { id, asset, state } = option;
  const sell = async () => {
    try {
      await api.call('sellOption', { optionId: id, least: least ?? sale });
      toastSuccess(t(($) => $.options.sellSent));
    } catch {
      // The API client has already shown why the call failed.
    }
    for (const key of CHANGING) void queries.invalidateQueries({ queryKey: [key] });
  };
  if (state === 'selling') return <Badge tone="accent">{t(($) => $.options.selling)}</Badge>;
  const text = (amount: string) =>
    t(($) => $.options.sellFor, { amount: format.amount(amount, asset), asset });
  return (
    <span className={css.sale}>
      {sale === '' ? (
        <span className={css.note}>{t(($) => $.options.closedForSale)}</span>
      ) : (
        <Button size="xs" variant="default" onClick={() => ask(sale)}>
          {text(sale)}
        </Button>
      )}
      {least === null ? null : (
        <Confirm
          title={t(($) => $.options.sellTitle)}
          action={t(($) => $.options.sell)}
          run={sell}
          close={() => ask(null)}
        >
          <p>{t(($) => $.options.sellText)}</p>
          <Amount named value={least} asset={asset} />
        </Confirm>
      )}
    </span>
  );
}

/** What a narrow table leaves to the page of positions. */
const NOT_BRIEF = ['fee', 'expiresAt'];

/** What runs: its countdown, where the price is, and what it would bring now. */
export function useOpenColumns(brief: boolean): readonly Column<OpenOption>[] {
  const { t } = useTranslation();
  const common = useCommonColumns().map(({ cell, csv: _, sort: __, ...column }) => ({
    ...column,
    cell: ({ option }: OpenOption) => cell(option),
  }));
  return [
    ...common.filter(({ name }) => !brief || !NOT_BRIEF.includes(name)),
    {
      ...{ name: 'now', head: t(($) => $.options.head.now), figure: true },
      cell: ({ option }) => <PriceNow index={option.index} />,
    },
    {
      ...{ name: 'left', head: t(($) => $.options.head.left), figure: true, card: 'value' },
      cell: ({ option }) => <Left until={option.expiresAt} />,
    },
    {
      ...{ name: 'sale', head: t(($) => $.options.head.sale), width: '20%' },
      cell: (row) => <Sale {...row} />,
    },
  ];
}
