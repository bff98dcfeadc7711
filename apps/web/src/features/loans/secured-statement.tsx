import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { ListTable } from '@assay/kit/data/list-table.tsx';
import { TableRow } from '@assay/kit/data/table-frame.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Checks, checkConversion } from './check-conversion.ts';
import type { SecuredDetail, SecuredEvent } from './use-secured.ts';

const isConversion = ({ what }: SecuredEvent) => what === 'taken' || what === 'matured';
const sum = ({ interest, principal }: SecuredEvent) =>
  formatDecimal(
    (parseDecimal(interest, SCALE) ?? 0n) + (parseDecimal(principal, SCALE) ?? 0n),
    SCALE,
  );
const orDash = (value: string) => value !== '' && value !== '0';

/** All that happened to the loan; each conversion can be computed again here. */
export function Statement({ detail: { loan, events } }: { detail: SecuredDetail }) {
  const { t } = useTranslation();
  const [checked, setChecked] = useState<{ seq: number; checks: Checks } | null>(null);
  const { loanId, asset, lentAsset } = loan;
  const figure = (key: string, value: string, of: string) =>
    orDash(value) ? <Amount key={key} value={value} asset={of} /> : '—';
  const check = async (seq: number) => {
    const checks = await checkConversion(loanId, seq);
    if (checks !== null) setChecked({ seq, checks });
  };
  return (
    <Panel title={t(($) => $.secured.statement)}>
      <ListTable
        caption={t(($) => $.secured.statement)}
        columns={[
          { head: t(($) => $.secured.at) },
          { head: t(($) => $.secured.what) },
          { head: `${t(($) => $.secured.coins)} (${asset})`, figure: true },
          { head: t(($) => $.secured.price), figure: true },
          { head: t(($) => $.secured.paidPart), figure: true },
          { head: t(($) => $.secured.feePart), figure: true },
          { head: t(($) => $.secured.receipt) },
        ]}
      >
        {events.map((one) => (
          <TableRow
            key={one.seq}
            cells={[
              <Instant key="at" at={one.at} />,
              t(($) => $.secured.events[one.what]),
              figure('coins', one.collateral, asset),
              figure('price', one.price, lentAsset),
              figure('paid', one.what === 'opened' ? '' : sum(one), lentAsset),
              figure('fee', one.fee, lentAsset),
              isConversion(one) ? (
                <Buttons key="check">
                  <Button size="xs" variant="default" onClick={() => void check(one.seq)}>
                    {t(($) => $.secured.check)}
                  </Button>
                  <Button
                    component={Link}
                    size="xs"
                    variant="default"
                    to={`/verify?realm=real&collateral=${loanId}-${one.seq}`}
                  >
                    {t(($) => $.secured.verify)}
                  </Button>
                </Buttons>
              ) : (
                '—'
              ),
            ]}
          />
        ))}
      </ListTable>
      {checked === null ? null : <Checked {...checked} />}
    </Panel>
  );
}

function Checked({ checks }: { checks: Checks }) {
  const { t } = useTranslation();
  const { n, price, reached, amounts, postings } = checks;
  const said = (holds: boolean) => (holds ? t(($) => $.secured.holds) : t(($) => $.secured.fails));
  const isWhole = price !== false && reached && amounts && postings;
  return (
    <Callout
      live
      tone={isWhole ? 'success' : 'danger'}
      title={`${t(($) => $.secured.receipt)}: ${said(isWhole)}`}
    >
      {t(($) => $.secured.receiptText)}
      <Points>
        <li>
          {t(($) => $.secured.checks.price, { n })}:{' '}
          {price === null ? t(($) => $.secured.archived) : said(price)}
        </li>
        <li>
          {t(($) => $.secured.checks.reached)}: {said(reached)}
        </li>
        <li>
          {t(($) => $.secured.checks.amounts)}: {said(amounts)}
        </li>
        <li>
          {t(($) => $.secured.checks.postings)}: {said(postings)}
        </li>
      </Points>
    </Callout>
  );
}
