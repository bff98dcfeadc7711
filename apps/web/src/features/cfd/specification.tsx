import { formatDecimal, formatSafe, SCALE } from '@assay/core/num/decimal';
import { financingOf } from '@assay/core/position/financing';
import {
  type Direction,
  LONG,
  PAR,
  quantityOf,
  type Rate,
  SHORT,
} from '@assay/core/position/value';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Plain } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { CONTRACT_TERMS, indexOf, worthOf } from '@assay/modules/cfd/rules';
import { calendarOf, nextIndexSpans } from '@assay/modules/feeds/rules';
import { useTranslation } from 'react-i18next';
import { useCalendarDays, useCalendars } from '../../lib/data/calendar-days.ts';
import { serverNow } from '../../lib/data/clock.ts';
import { AnnouncedTerms } from '../../ui/announced-terms.tsx';
import css from './cfd.module.css';
import { ConversionLink, ConvertedNow } from './converted.tsx';
import { useQuotes } from './quotes.ts';
import { CASH, type Contract, pipOf, pricesOf, useConversion } from './use-cfd.ts';

const ONE_LOT = 100_000_000n;
const ONE_NIGHT = { carry: 1, admin: 1 };
const SECONDS_MS = 1_000;

/** What the contract is: by its published terms, with the hours in the reader's zone. */
export function Specification({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { view, market, terms } = contract;
  const { listing } = view;
  const prices = pricesOf(view, useQuotes());
  const { rate } = useConversion(contract);
  const quantity = quantityOf(ONE_LOT, terms.contractSize);
  const night = (side: Direction) => {
    if (prices.bid === 0 || rate === null) return undefined;
    const { carry, carryDays: days, adminPpm } = terms;
    const rules = { carry, days, adminPpm };
    const units = financingOf(side, quantity, indexOf(prices), rules, ONE_NIGHT, rate);
    return formatDecimal(units, SCALE);
  };
  const price = (text: string) => `${format.plain(text)} ${market.quote}`;
  const pip = formatSafe(pipOf(contract), SCALE);
  const figure = (text: string) => <bdi dir="ltr">{text}</bdi>;
  return (
    <Panel title={t(($) => $.cfd.specification)}>
      <PanelBody>
        <div className={css.spec}>
          <FigureLines
            dense
            lines={[
              { label: t(($) => $.cfd.spec.underlying), value: market.name },
              {
                label: t(($) => $.cfd.spec.size),
                value: figure(`${format.plain(listing.contractSize)} ${market.base}`),
              },
              {
                label: t(($) => $.cfd.spec.lots),
                value: figure(`${format.plain(listing.minLots)}–${format.plain(listing.maxLots)}`),
              },
              { label: t(($) => $.cfd.spec.tick), value: figure(price(listing.tickSize)) },
              {
                label: t(($) => $.cfd.spec.pip, { pip: price(pip) }),
                value: <Pip contract={contract} />,
              },
              {
                label: t(($) => $.cfd.spec.converted),
                value: terms.conversionIndex && <ConvertedNow contract={contract} />,
              },
              {
                label: t(($) => $.cfd.spec.leverage),
                value: view.leverage === 0 ? null : t(($) => $.cfd.times, { n: view.leverage }),
              },
              {
                label: t(($) => $.cfd.spec.spread),
                value: figure(price(listing.spread)),
                title: t(($) => $.cfd.spec.spreadHint, {
                  percent: listing.thinPercent,
                  minutes: listing.thinMs / SECONDS_MS / 60,
                  calm: format.ppm(listing.calmPpm),
                }),
              },
              {
                label: t(($) => $.cfd.spec.longNight),
                value: <Amount value={night(LONG)} asset={CASH} named />,
                title: t(($) => $.cfd.spec.nightHint),
              },
              {
                label: t(($) => $.cfd.spec.shortNight),
                value: <Amount value={night(SHORT)} asset={CASH} named />,
                title: t(($) => $.cfd.spec.nightHint),
              },
              {
                label: t(($) => $.cfd.spec.triple),
                value: t(($) => $.cfd.spec.nights[terms.nights]),
              },
              {
                label: t(($) => $.cfd.spec.roomBuy),
                value: figure(format.plain(view.availableBuy)),
                title: t(($) => $.cfd.spec.roomHint),
              },
              {
                label: t(($) => $.cfd.spec.roomSell),
                value: figure(format.plain(view.availableSell)),
                title: t(($) => $.cfd.spec.roomHint),
              },
            ]}
          />
          <Hours contract={contract} />
        </div>
        <AnnouncedTerms specs={CONTRACT_TERMS} market={listing.symbol} />
        <Counted contract={contract} />
      </PanelBody>
    </Panel>
  );
}

/** What a pip of one lot is worth, and what that is in USDT now. */
function Pip({ contract }: { contract: Contract }) {
  const { market, terms } = contract;
  const { rate } = useConversion(contract);
  const quantity = quantityOf(ONE_LOT, terms.contractSize);
  const text = (of: Rate) => formatDecimal(worthOf(quantity, pipOf(contract), of), SCALE);
  const worth = <Amount value={rate ? text(rate) : undefined} asset={CASH} named />;
  if (terms.conversionIndex === null) return worth;
  return (
    <>
      <Plain value={text(PAR)} unit={market.quote} /> = {worth}
    </>
  );
}

/** By what the numbers of a price in another currency become USDT; dollars count one for one. */
function Counted({ contract: { market, terms } }: { contract: Contract }) {
  const { t } = useTranslation();
  const { quote } = market;
  const { conversionIndex, conversionWay } = terms;
  if (conversionIndex !== null && conversionWay !== null) {
    return (
      <p className={css.note}>
        <Sentence parts={{ pair: <ConversionLink index={conversionIndex} /> }}>
          {(put) => t(($) => $.cfd.converted[conversionWay], { ...put, quote })}
        </Sentence>
      </p>
    );
  }
  if (quote === CASH) return null;
  const isDollar = quote === 'USD';
  return (
    <p className={css.note}>
      {isDollar ? t(($) => $.cfd.spec.dollars) : t(($) => $.cfd.spec.counted, { quote })}
    </p>
  );
}

/** Sessions that are shown: this one or the next, and those after it. */
const SHOWN = 5;

/** The next sessions, in the reader's zone. */
function Hours({ contract: { view } }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const spans = nextIndexSpans(view.listing.index, serverNow(), SHOWN, useCalendars());
  return (
    <div className={css.hours}>
      <h3>{t(($) => $.cfd.spec.hours)}</h3>
      {spans.length === 0 ? (
        <p>{t(($) => $.cfd.spec.always)}</p>
      ) : (
        <ul>
          {spans.map(({ opensAt, closesAt }) => (
            <li key={opensAt}>
              <bdi dir="ltr">
                {format.dateTime(opensAt)} – {format.dateTime(closesAt)}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      <OtherDays index={view.listing.index} />
      <p className={css.note}>
        {t(($) => $.cfd.spec.zone, {
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        })}
      </p>
    </div>
  );
}

const DAY_MS = 86_400_000;

/** Days to come whose hours are other than usual, by the clock of the venue. */
function OtherDays({ index }: { index: string }) {
  const { t } = useTranslation();
  const { data } = useCalendarDays();
  const { name, zone } = calendarOf(index);
  const ahead = data?.days.filter(
    ({ calendar, beginsAt }) => calendar === name && beginsAt + DAY_MS > serverNow(),
  );
  // The latest of each date comes first.
  const latest = ahead?.filter(
    (one, n) => one.hours !== null && ahead.findIndex(({ date }) => date === one.date) === n,
  );
  return latest?.map(({ versionId, date, hours, reason }) => (
    <p key={versionId}>
      {t(($) => $.cfd.spec.otherDay, { date, zone, reason })}{' '}
      {hours === '' ? t(($) => $.cfd.spec.closedDay) : <bdi dir="ltr">{hours}</bdi>}
    </p>
  ));
}
