import { formatDecimal, formatSafe, parseSafe, SCALE } from '@assay/core/num/decimal';
import { financingOf } from '@assay/core/position/financing';
import { gainOf, marginOf, quantityOf, type Rate } from '@assay/core/position/value';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { AmountField } from '@assay/kit/input/amount-field.tsx';
import { SideChoice } from '@assay/kit/input/side-choice.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Gain } from './cells.tsx';
import css from './cfd.module.css';
import { useConvertedLines } from './converted.tsx';
import { useQuotes } from './quotes.ts';
import { CASH, type Contract, directionOf, pricesOf, unitsOf, useConversion } from './use-cfd.ts';

const MOST_NIGHTS = 366;

/** What a position would need and bring between two prices, by the arithmetic of the engine. */
export function Calculator({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { bid, ask } = pricesOf(contract.view, useQuotes());
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  const [typed, type] = useState({ lots: '1', leverage: '', entry: '', exit: '', nights: '0' });
  const set = (field: keyof typeof typed) => (text: string) =>
    type((before) => ({ ...before, [field]: text }));
  const { quote } = contract.market;
  const now = side === 'buy' ? [ask, bid] : [bid, ask];
  const texts = {
    ...typed,
    leverage: typed.leverage || String(Math.max(1, contract.view.leverage)),
    entry: typed.entry || priceText(now[0]),
    exit: typed.exit || priceText(now[1]),
  };
  const { rate } = useConversion(contract);
  const made = rate && calculated(contract, side, texts, rate);
  return (
    <Panel title={t(($) => $.cfd.calculator.title)}>
      <PanelBody>
        <div className={css.spec}>
          <div className={css.ticket}>
            <SideChoice
              label={t(($) => $.cfd.side)}
              sides={[
                { value: 'buy', text: t(($) => $.cfd.sides.buy) },
                { value: 'sell', text: t(($) => $.cfd.sides.sell) },
              ]}
              value={side}
              onChange={setSide}
            />
            <AmountField
              label={t(($) => $.cfd.calculator.lots)}
              unit={t(($) => $.cfd.lotsUnit)}
              value={texts.lots}
              onChange={set('lots')}
            />
            <AmountField
              label={t(($) => $.cfd.calculator.leverage)}
              unit={t(($) => $.cfd.calculator.times)}
              value={texts.leverage}
              onChange={set('leverage')}
            />
          </div>
          <div className={css.ticket}>
            <AmountField
              label={t(($) => $.cfd.calculator.entry)}
              unit={quote}
              value={texts.entry}
              onChange={set('entry')}
            />
            <AmountField
              label={t(($) => $.cfd.calculator.exit)}
              unit={quote}
              value={texts.exit}
              onChange={set('exit')}
            />
            <AmountField
              label={t(($) => $.cfd.calculator.nights)}
              unit={t(($) => $.cfd.calculator.nightsUnit)}
              value={texts.nights}
              onChange={set('nights')}
            />
          </div>
          <FigureLines
            dense
            lines={[
              ...useConvertedLines(contract),
              {
                label: t(($) => $.cfd.margin),
                value: <Amount value={made?.margin} asset={CASH} named />,
              },
              { label: t(($) => $.cfd.profit), value: <Gain value={made?.gain} />, strong: true },
              { label: t(($) => $.cfd.head.nights), value: <Gain value={made?.nights} /> },
            ]}
          />
        </div>
      </PanelBody>
    </Panel>
  );
}

const priceText = (units: number | undefined) =>
  units === undefined || units === 0 ? '' : formatSafe(units, SCALE);

interface Texts {
  readonly lots: string;
  readonly leverage: string;
  readonly entry: string;
  readonly exit: string;
  readonly nights: string;
}

/** Null until everything can be read. */
function calculated({ terms }: Contract, name: 'buy' | 'sell', texts: Texts, rate: Rate) {
  const [entry, exit] = [parseSafe(texts.entry, SCALE), parseSafe(texts.exit, SCALE)];
  const [leverage, nights] = [Number(texts.leverage), Number(texts.nights)];
  const lots = unitsOf(texts.lots);
  const isWhole = Number.isInteger(leverage) && leverage > 0 && Number.isInteger(nights);
  if (entry <= 0 || exit <= 0 || lots === 0n || !isWhole) return null;
  if (nights < 0 || nights > MOST_NIGHTS) return null;
  const quantity = quantityOf(lots, terms.contractSize);
  const side = directionOf(name);
  const { carry, carryDays: days, adminPpm } = terms;
  const counted = { carry: nights, admin: nights };
  const text = (units: bigint) => formatDecimal(units, SCALE);
  return {
    margin: text(marginOf(entry, quantity, leverage, rate)),
    gain: text(gainOf(side, entry, exit, quantity, rate)),
    nights: text(financingOf(side, quantity, exit, { carry, days, adminPpm }, counted, rate)),
  };
}
