import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState, Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAmount } from '../../desk/account/own-amount.tsx';
import { CallError } from '../../lib/api/errors.ts';
import { useTicks } from '../../lib/data/ticks.ts';
import { Contract } from './contract.tsx';
import { LoansPage } from './loans-page.tsx';
import { Statement } from './secured-statement.tsx';
import { SECURED_STATES, shownState } from './secured-states.ts';
import { SecuredSteps } from './secured-steps.tsx';
import { type Secured, type SecuredDetail, useSecured } from './use-secured.ts';

const ONE = 10n ** BigInt(SCALE);
const PARTS = 1_000_000n * ONE;
const units = (written: string) => parseDecimal(written, SCALE) ?? 0n;

/** /repayment?loan=: a loan against coins, where it stands by the index now, and its statement. */
export function SecuredScreen({ loanId }: { loanId: number }) {
  const { t } = useTranslation();
  return (
    <LoansPage title={t(($) => $.secured.one)} lead={t(($) => $.secured.oneLead)}>
      <TheSecured loanId={Number.isSafeInteger(loanId) && loanId > 0 ? loanId : 0} />
    </LoansPage>
  );
}

function TheSecured({ loanId }: { loanId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useSecured(loanId);
  if (loanId === 0 || (error instanceof CallError && error.kind === 'refusal')) {
    return (
      <EmptyState
        title={t(($) => $.loans.unknown)}
        text={t(($) => $.loans.unknownText)}
        action={<TextLink to="/currencyRecord">{t(($) => $.loans.records)}</TextLink>}
      />
    );
  }
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="24rem" />;
  return <Shown detail={data} />;
}

function Shown({ detail }: { detail: SecuredDetail }) {
  const { t } = useTranslation();
  const { loan } = detail;
  const isOpen = loan.state === 'open';
  const main = (
    <Stack>
      {isOpen ? <Live loan={loan} /> : <Over loan={loan} />}
      <Values loan={loan} />
      <Statement detail={detail} />
      <Panel title={t(($) => $.secured.contract)}>
        <PanelBody>
          <Contract text={detail.contract} />
        </PanelBody>
      </Panel>
    </Stack>
  );
  return isOpen ? <TwoColumns aside={<SecuredSteps loan={loan} />}>{main}</TwoColumns> : main;
}

/** The share by the last tick of the index, with the prices at which something happens. */
function Live({ loan }: { loan: Secured }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { index, lentAsset, collateral, owed, liquidationPpm, calls, isFresh } = loan;
  const price = useTicks(index).data?.at(-1)?.price || loan.price;
  const worth = units(collateral) * units(price);
  const share = worth === 0n ? null : Number((units(owed) * PARTS + worth - 1n) / worth);
  const figure = (value: string) => <Amount value={value} asset={lentAsset} named />;
  const prices = { call: figure(loan.callPrice), liquidation: figure(loan.liquidationPrice) };
  return (
    <>
      <Standing loan={loan} prices={prices} />
      {isFresh ? null : (
        <Callout tone="information" title={t(($) => $.secured.staleTitle)}>
          {t(($) => $.secured.staleText)}
        </Callout>
      )}
      <Panel title={t(($) => $.secured.standing)}>
        <PanelBody>
          <Stack>
            <Progress
              label={t(($) => $.secured.share)}
              share={share === null ? 0 : share / liquidationPpm}
              text={share === null ? '—' : `${ppm(share)} / ${ppm(liquidationPpm)}`}
              tone={calls > 0 ? 'bad' : 'good'}
            />
            <KeyValues
              columns={2}
              items={[
                { label: t(($) => $.secured.price), value: price === '' ? '—' : figure(price) },
                {
                  label: t(($) => $.secured.worth),
                  value: (
                    <OwnAmount value={formatDecimal(worth / ONE, SCALE)} asset={lentAsset} named />
                  ),
                },
                { label: t(($) => $.secured.callPrice), value: figure(loan.callPrice) },
                {
                  label: t(($) => $.secured.liquidationPrice),
                  value: figure(loan.liquidationPrice),
                },
              ]}
            />
          </Stack>
        </PanelBody>
      </Panel>
    </>
  );
}

type Prices = Readonly<Record<'call' | 'liquidation', ReactNode>>;

function Standing({ loan, prices }: { loan: Secured; prices: Prices }) {
  const { t } = useTranslation();
  const { calls, calledAt, asset: coin } = loan;
  if (calls === 0) {
    return (
      <Callout live tone="success" title={t(($) => $.secured.covered)}>
        <Sentence parts={prices}>
          {(put) => t(($) => $.secured.coveredText, { coin, ...put })}
        </Sentence>
      </Callout>
    );
  }
  return (
    <Callout live tone="warning" title={t(($) => $.secured.calledTitle)}>
      <Sentence parts={{ ...prices, at: <Instant at={calledAt} /> }}>
        {(put) => t(($) => $.secured.calledText, { coin, ...put })}
      </Sentence>
    </Callout>
  );
}

function Over({ loan: { state, lost, lentAsset } }: { loan: Secured }) {
  const { t } = useTranslation();
  const title = SECURED_STATES[state].label(t);
  if (lost === '0') {
    return (
      <Callout live tone="success" title={title}>
        {t(($) => $.secured.overText)}
      </Callout>
    );
  }
  return (
    <Callout live tone="information" title={title}>
      <Sentence parts={{ lost: <Amount value={lost} asset={lentAsset} named /> }}>
        {(put) => t(($) => $.secured.lostText, put)}
      </Sentence>
    </Callout>
  );
}

function Values({ loan }: { loan: Secured }) {
  const { t } = useTranslation();
  const { ppm } = useFormat();
  const { asset, lentAsset } = loan;
  const figure = (value: string) => <Amount value={value} asset={lentAsset} named />;
  const share = (value: number) => <Ltr>{ppm(value)}</Ltr>;
  return (
    <Panel title={t(($) => $.secured.values)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.secured.number), value: <Ltr>{`CL-${loan.loanId}`}</Ltr> },
            {
              label: t(($) => $.secured.state),
              value: <StatusBadge map={SECURED_STATES} state={shownState(loan)} />,
            },
            { label: t(($) => $.secured.borrowed), value: figure(loan.amount) },
            {
              label: t(($) => $.secured.collateral),
              value: <OwnAmount value={loan.collateral} asset={asset} named />,
            },
            { label: t(($) => $.secured.owed), value: figure(loan.owed) },
            { label: t(($) => $.secured.interestOwed), value: figure(loan.interest) },
            { label: t(($) => $.secured.principalOwed), value: figure(loan.principal) },
            { label: t(($) => $.secured.paid), value: figure(loan.paid) },
            { label: t(($) => $.secured.apr), value: share(loan.aprPpm) },
            { label: t(($) => $.secured.fee), value: share(loan.feePpm) },
            { label: t(($) => $.secured.initial), value: share(loan.initialPpm) },
            { label: t(($) => $.secured.call), value: share(loan.callPpm) },
            { label: t(($) => $.secured.liquidation), value: share(loan.liquidationPpm) },
            { label: t(($) => $.secured.opened), value: <Instant at={loan.openedAt} /> },
            { label: t(($) => $.secured.due), value: <Instant at={loan.dueAt} /> },
            { label: t(($) => $.secured.endsAt), value: <Instant at={loan.endsAt} /> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}
