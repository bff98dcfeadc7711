import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { writeNumber } from '@assay/kit/format/number-text.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { IconBellRinging } from '@assay/kit/icons/bell-ringing.ts';
import { IconCopy } from '@assay/kit/icons/copy.ts';
import { IconTrendingDown } from '@assay/kit/icons/trending-down.ts';
import { IconTrendingUp } from '@assay/kit/icons/trending-up.ts';
import { IconZoomReset } from '@assay/kit/icons/zoom-reset.ts';
import { Menu } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../lib/api/wire.ts';
import { api } from '../../lib/data/services.ts';
import css from './chart.module.css';
import type { ChartView } from './chart-view.ts';
import { wholeTicks } from './whole-ticks.ts';

interface ChartMenuProps {
  view: ChartView | null;
  market: string;
  tickSize: string;
  onPrice(price: string, side: OrderView['side']): void;
  children: ReactNode;
}

interface At {
  readonly x: number;
  readonly y: number;
  /** Null outside the candles' pane. */
  readonly price: string | null;
}

/** The context menu of the chart: order at that price, copy the price, reset the view. */
export function ChartMenu({ view, market, tickSize, onPrice, children }: ChartMenuProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [at, setAt] = useState<At | null>(null);
  const open = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    setAt({ x, y, price: view === null ? null : priceAt(view, x, y, tickSize) });
  };
  const copy = (at: string) => {
    // As a field shows it: the reader's own mark has only one meaning when it is pasted.
    const price = writeNumber(at, format.decimalMark);
    void navigator.clipboard
      ?.writeText(price)
      .then(() => toastSuccess(t(($) => $.chart.menu.copied, { price })));
  };
  const alert = (level: string) =>
    void api
      .call('addAlert', { market, kind: 'reach', level })
      .then(() => toastSuccess(t(($) => $.chart.menu.alertSet)))
      // The reason was shown.
      .catch(() => undefined);
  const icon = { size: 15, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: all menu items exist elsewhere too
    <div className={css.menuArea} onContextMenu={open}>
      {children}
      <Menu opened={at !== null} onClose={() => setAt(null)} position="right-start" offset={0}>
        <Menu.Target>
          <span
            aria-hidden="true"
            className={css.menuPoint}
            style={{ left: at?.x ?? 0, top: at?.y ?? 0 }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {at?.price ? (
            <>
              <Menu.Item
                leftSection={<IconTrendingUp {...icon} />}
                onClick={() => onPrice(at.price ?? '', 'buy')}
              >
                <Sentence parts={{ price: <Ltr>{format.plain(at.price)}</Ltr> }}>
                  {(put) => t(($) => $.chart.menu.buy, put)}
                </Sentence>
              </Menu.Item>
              <Menu.Item
                leftSection={<IconTrendingDown {...icon} />}
                onClick={() => onPrice(at.price ?? '', 'sell')}
              >
                <Sentence parts={{ price: <Ltr>{format.plain(at.price)}</Ltr> }}>
                  {(put) => t(($) => $.chart.menu.sell, put)}
                </Sentence>
              </Menu.Item>
              <Menu.Item
                leftSection={<IconBellRinging {...icon} />}
                onClick={() => alert(at.price ?? '')}
              >
                <Sentence parts={{ price: <Ltr>{format.plain(at.price)}</Ltr> }}>
                  {(put) => t(($) => $.chart.menu.alert, put)}
                </Sentence>
              </Menu.Item>
              <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => copy(at.price ?? '')}>
                {t(($) => $.chart.menu.copy)}
              </Menu.Item>
            </>
          ) : null}
          <Menu.Item leftSection={<IconZoomReset {...icon} />} onClick={() => view?.showLatest()}>
            {t(($) => $.chart.menu.reset)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function priceAt(view: ChartView, x: number, y: number, tickSize: string): string | null {
  const value = view.priceAt(x, y);
  return value === null || value <= 0 ? null : wholeTicks(value, tickSize);
}
