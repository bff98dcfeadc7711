import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { EmptyState, Failure } from '@assay/kit/feedback/states.tsx';
import { Select } from '@assay/kit/input/select.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DeskSkeleton } from '../../desk/layout/desk-skeleton.tsx';
import { QuoteDesk, QuotePanels } from '../../desk/layout/quote-desk.tsx';
import { useSheet } from '../../desk/layout/use-sheet.ts';
import { useClosedUntil } from '../../lib/data/use-session.ts';
import { LessonAgain } from '../../ui/lesson.tsx';
import { GROUP_OF, type Group, useGroupChoice } from '../../ui/market-groups.ts';
import { PairName } from '../../ui/pair-name.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { Calculator } from './calculator.tsx';
import { contractsToChoose, isClosingOnly } from './closing.ts';
import { ContractChart, type Picked, Prices } from './contract-chart.tsx';
import { CfdLesson } from './lesson.tsx';
import { useQuoteStream } from './quotes.ts';
import { RiskWarning } from './risk-warning.tsx';
import { Specification } from './specification.tsx';
import { Ticket } from './ticket.tsx';
import { TrialChoice } from './trial.tsx';
import { type CfdPolicy, type Contract, useCfdAccount, useContracts } from './use-cfd.ts';
import { useCfdEvents } from './use-events.ts';
import type { Written } from './use-ticket.ts';
import { useTrialPath } from './use-trial.ts';

const CONTRACT = {
  name: ({ market }: Contract) => market.market,
  group: ({ market }: Contract) => GROUP_OF[market.class],
};

/** The desk of contracts, opened on those of a class. */
export function TradeScreen({ first }: { first: Group }) {
  const { t } = useTranslation();
  useTitle(
    t(($) => $.cfd.title),
    t(($) => $.cfd.lead),
  );
  useQuoteStream();
  useCfdEvents();
  const { contracts, policy, isError, refetch } = useContracts();
  if (contracts !== undefined) return <Trading {...{ contracts, policy, first }} />;
  return isError ? <Failure onRetry={() => void refetch()} /> : <DeskSkeleton quoted />;
}

interface TradingProps {
  contracts: readonly Contract[];
  policy: CfdPolicy | undefined;
  first: Group;
}

function Trading({ contracts: all, policy, first }: TradingProps) {
  const { t } = useTranslation();
  const contracts = contractsToChoose(all, useCfdAccount().data);
  const choice = useGroupChoice(contracts, first, CONTRACT);
  const { group, own, chosen: contract, chooseGroup, choose } = choice;
  const name = contract?.market.market;
  const positions = useTrialPath('/lt');
  return (
    <QuoteDesk
      title={t(($) => $.cfd.title)}
      lead={t(($) => $.cfd.lead)}
      groups={{ label: t(($) => $.cfd.groups.label), value: group, onChange: chooseGroup }}
      actions={
        <>
          <LessonAgain lesson="cfd" />
          <TextLink to={positions}>{t(($) => $.cfd.myPositions)}</TextLink>
        </>
      }
      risk={
        <>
          <RiskWarning policy={policy} />
          <TrialChoice />
        </>
      }
      more={
        <>
          <CfdLesson />
          {contract === undefined ? null : (
            <>
              <Specification contract={contract} />
              <Calculator key={name} contract={contract} />
            </>
          )}
        </>
      }
    >
      {contract === undefined ? (
        <EmptyState title={t(($) => $.cfd.none)} text={t(($) => $.cfd.noneText)} />
      ) : (
        <Desk key={name} contract={contract}>
          <Select
            dir="ltr"
            label={t(($) => $.cfd.market)}
            options={own.map((one) => ({
              value: one.market.market,
              text: isClosingOnly(one)
                ? `${pairOf(one)} · ${t(($) => $.cfd.state.closeOnly)}`
                : pairOf(one),
            }))}
            value={contract.market.market}
            onChange={choose}
          />
        </Desk>
      )}
    </QuoteDesk>
  );
}

const pairOf = ({ market }: Contract) => `${market.base}/${market.quote}`;

/** A contract's chart beside its ticket, to which a price goes that is chosen on the chart. */
function Desk({ contract, children }: { contract: Contract; children: ReactNode }) {
  const { t } = useTranslation();
  const sheet = useSheet<Picked>();
  const draft = useRef<Written | null>(null);
  return (
    <QuotePanels
      strip={
        <>
          {children}
          <Prices contract={contract} />
          <MarketState contract={contract} />
        </>
      }
      chart={<ContractChart contract={contract} onPick={sheet.ask} />}
      ticket={
        <Ticket contract={contract} picked={sheet.asked} draft={draft} onPlaced={sheet.close} />
      }
      bottom={<ActivityPanel />}
      sheet={{
        sides: (['buy', 'sell'] as const).map((name) => ({
          ...{ name, tone: name, text: t(($) => $.cfd.sides[name]) },
        })),
        title: <PairName base={contract.market.base} quote={contract.market.quote} />,
        opened: sheet.opened,
        onOpen: (side) => sheet.ask({ side }),
        onClose: sheet.close,
      }}
    />
  );
}

/** Whether it is traded now, and from when on where it is not. */
function MarketState({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { market } = contract;
  const opensAt = useClosedUntil(market);
  if (market.stage === 'preOpen') {
    return <Badge tone="warning">{t(($) => $.cfd.state.preOpen)}</Badge>;
  }
  if (opensAt !== null) {
    return (
      <Badge tone="warning">
        <Sentence parts={{ at: <Instant at={opensAt} /> }}>
          {(put) => t(($) => $.cfd.state.opensAt, put)}
        </Sentence>
      </Badge>
    );
  }
  if (isClosingOnly(contract)) {
    return <Badge tone="warning">{t(($) => $.cfd.state.closeOnly)}</Badge>;
  }
  return <Badge tone="good">{t(($) => $.cfd.state.open)}</Badge>;
}
