import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Failure } from '@assay/kit/feedback/states.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Own, OwnAmount } from '../../desk/account/own-amount.tsx';
import { Gain } from './cells.tsx';
import css from './cfd.module.css';
import { TrialChoice } from './trial.tsx';
import { CASH, useAccountNow, useCfdAccount } from './use-cfd.ts';

const PPM = 1_000_000;

/** What the account has and needs by the prices now, and how far it is from being closed out. */
function useFigures() {
  const { t } = useTranslation();
  const format = useFormat();
  const account = useAccountNow();
  const amount = (units: bigint | undefined) => (
    <OwnAmount
      value={units === undefined ? undefined : formatDecimal(units, SCALE)}
      asset={CASH}
      named
    />
  );
  const rate = account?.riskRatePpm;
  const level = account?.level ?? 0;
  const risk = {
    label: t(($) => $.cfd.riskRate),
    share: rate === undefined ? 0 : rate === null ? 1 : Number(rate) / PPM,
    text: rate === undefined || rate === null ? NO_VALUE : format.ppm(hundredths(rate)),
    tone: toneOf(level),
  };
  const lines = [
    { label: t(($) => $.cfd.equity), value: amount(account?.equity), strong: true },
    { label: t(($) => $.cfd.used), value: amount(account?.used) },
    { label: t(($) => $.cfd.reserved), value: amount(account?.reserved) },
    { label: t(($) => $.cfd.available), value: amount(account?.available) },
    {
      label: t(($) => $.cfd.closedOutAt),
      value: account && format.ppm(account.closeOutPercent * (PPM / 100)),
    },
    {
      label: t(($) => $.cfd.profit),
      value: (
        <Own>
          <Gain value={account?.unrealised} />
        </Own>
      ),
    },
  ];
  return { level, risk, lines };
}

/** A failure to load it, or what it is. */
function Known({ children }: { children: ReactNode }) {
  const { data, isError, refetch } = useCfdAccount();
  if (!isError || data !== undefined) return children;
  return <Failure compact onRetry={() => void refetch()} />;
}

/** The account as a panel of a page. */
export function AccountBar() {
  const { t } = useTranslation();
  const { level, risk, lines } = useFigures();
  return (
    <Panel title={t(($) => $.cfd.account)}>
      <PanelBody>
        <Known>
          <div className={css.account} data-live="">
            <TrialChoice />
            <Progress {...risk} />
            <FigureLines dense lines={lines} />
            <Warned level={level} />
          </div>
        </Known>
      </PanelBody>
    </Panel>
  );
}

/** The same in a line, below what is open. */
export function AccountLine() {
  const { t } = useTranslation();
  const { level, risk, lines } = useFigures();
  return (
    <section className={css.accountLine} aria-label={t(($) => $.cfd.account)} data-live="">
      <Known>
        <Warned level={level} />
        <dl>
          <div data-tone={risk.tone}>
            <dt>{risk.label}</dt>
            <dd>{risk.text}</dd>
          </div>
          {lines.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Known>
    </section>
  );
}

/** In hundredths of a percent, rounded up: no rate looks lower than it is. */
const hundredths = (ppm: bigint) => Math.ceil(Number(ppm) / 100) * 100;

function toneOf(level: number): 'good' | 'warning' | 'bad' {
  if (level === 0) return 'good';
  return level === 1 ? 'warning' : 'bad';
}

function Warned({ level }: { level: number }) {
  const { t } = useTranslation();
  if (level === 0) return null;
  const text = [
    t(($) => $.cfd.warned.first),
    t(($) => $.cfd.warned.second),
    t(($) => $.cfd.warned.due),
  ][level - 1];
  return (
    <Callout tone={level === 1 ? 'warning' : 'danger'} live>
      {text}
    </Callout>
  );
}
