import { RecordDrawer } from '@assay/kit/data/drawer.tsx';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Instant, Plain } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { CONTRACT_TERMS, type ContractListing, termsOfListing } from '@assay/modules/cfd/rules';
import { nextIndexSpans } from '@assay/modules/feeds/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TermText, useTermNames } from '../../ui/term-text.tsx';
import { type Exposed, quoteOn, State } from './columns.tsx';
import { Converted } from './converted.tsx';
import { useCalendars } from './use-calendar-days.ts';

/** Sessions that are shown: this one or the next, and those after it. */
const SHOWN = 5;

interface DetailsProps {
  contract: Exposed;
  /** Now, by the server. */
  at: number;
  change: (() => void) | undefined;
  close(): void;
}

/** One contract: its prices, its hours and all of its terms. */
export function Details({ contract, at, change, close }: DetailsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const names = useTermNames();
  const { listing, bid, ask, tickAt, positions, orders, version } = contract;
  const quote = quoteOn(listing.index);
  const terms = termsOfListing(listing as ContractListing);
  return (
    <RecordDrawer
      opened
      title={listing.symbol}
      onClose={close}
      actions={
        change === undefined ? undefined : (
          <Button onClick={change}>{t(($) => $.terms.change)}</Button>
        )
      }
    >
      <KeyValues
        items={[
          { label: t(($) => $.contracts.state), value: <State contract={contract} /> },
          {
            label: t(($) => $.contracts.bid),
            value: <Plain value={bid || undefined} unit={quote} />,
          },
          {
            label: t(($) => $.contracts.ask),
            value: <Plain value={ask || undefined} unit={quote} />,
          },
          ...(tickAt === 0
            ? []
            : [{ label: t(($) => $.contracts.tick), value: <Instant at={tickAt} /> }]),
          { label: t(($) => $.contracts.long), value: <Plain value={contract.long} /> },
          { label: t(($) => $.contracts.short), value: <Plain value={contract.short} /> },
          { label: t(($) => $.contracts.positions), value: format.integer(positions) },
          { label: t(($) => $.contracts.orders), value: format.integer(orders) },
          { label: t(($) => $.contracts.index), value: <Ltr>{listing.index}</Ltr> },
          { label: t(($) => $.contracts.converted), value: <Converted {...listing} /> },
          { label: t(($) => $.contracts.size), value: <Plain value={listing.contractSize} /> },
          { label: t(($) => $.contracts.version), value: format.integer(version) },
          ...Object.keys(CONTRACT_TERMS).map((field) => ({
            label: names.field(field),
            value: (
              <TermText kind="contract" field={field} value={terms[field] ?? ''} asset={quote} />
            ),
          })),
          {
            label: t(($) => $.contracts.hours),
            value: <Hours index={listing.index} at={at} />,
            wide: true,
          },
        ]}
      />
    </RecordDrawer>
  );
}

/** The next sessions by the calendar of the index, in the reader's zone. */
function Hours({ index, at }: { index: string; at: number }) {
  const { t } = useTranslation();
  const spans = nextIndexSpans(index, at, SHOWN, useCalendars().of);
  if (spans.length === 0) return t(($) => $.contracts.always);
  return spans.map(({ opensAt, closesAt }) => (
    <div key={opensAt}>
      <Instant at={opensAt} /> – <Instant at={closesAt} />
    </div>
  ));
}
