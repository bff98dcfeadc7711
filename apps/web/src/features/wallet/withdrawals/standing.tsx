import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnAmount } from '../../../desk/account/own-amount.tsx';
import { TurnoverProgress } from '../turnover-progress.tsx';
import { longestOf } from './limits.ts';
import { mostOf, type Terms } from './use-withdrawals.ts';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** By which rules money leaves now, and what stands in the way with the way around it. */
export function Standing({ terms }: { terms: Terms }) {
  return (
    <Stack>
      <Obstacles terms={terms} />
      <Rules terms={terms} />
    </Stack>
  );
}

function Obstacles({ terms }: { terms: Terms }) {
  const { t } = useTranslation();
  const { hasTradePassword, limits } = terms;
  return (
    <>
      {hasTradePassword ? null : (
        <Callout
          tone="warning"
          action={<Link to="/bindmpwd">{t(($) => $.wallet.out.setPassword)}</Link>}
        >
          {t(($) => $.wallet.out.noPassword)}
        </Callout>
      )}
      {longestOf(limits).map(({ kind, expiresAt }) => (
        <Callout
          key={kind}
          tone="warning"
          action={<Link to="/setting/security">{t(($) => $.wallet.out.security)}</Link>}
        >
          <bdi>
            {kind === 'everybody'
              ? t(($) => $.wallet.out.stopped)
              : kind === 'withdrawalHold'
                ? t(($) => $.wallet.out.securityHold)
                : t(($) => $.wallet.out.frozen)}
          </bdi>{' '}
          {expiresAt === null ? null : (
            <bdi>
              <Sentence parts={{ at: <Instant at={expiresAt} /> }}>
                {(put) => t(($) => $.wallet.out.until, put)}
              </Sentence>
            </bdi>
          )}
        </Callout>
      ))}
    </>
  );
}

function Rules({ terms }: { terms: Terms }) {
  const { t } = useTranslation();
  const { asset, available, least, window, perDay, usedToday, resetsAt, turnover } = terms;
  const money = (value: string) => <Amount value={value} asset={asset} named />;
  const hours = `${clock(window.from)}–${clock(window.until)}`;
  const values = [
    {
      label: t(($) => $.wallet.out.available),
      value: <OwnAmount value={available} asset={asset} named />,
    },
    { label: t(($) => $.wallet.out.least), value: money(least) },
    { label: t(($) => $.wallet.out.most), value: money(mostOf(terms)) },
    {
      label: t(($) => $.wallet.out.hours),
      value: (
        <>
          <bdi dir="ltr">{hours}</bdi> <bdi dir="ltr">({window.zone})</bdi>
        </>
      ),
    },
    {
      label: window.isOpen ? t(($) => $.wallet.out.closesIn) : t(($) => $.wallet.out.opensIn),
      value:
        window.isOpen && window.closesAt === null ? (
          t(($) => $.wallet.out.always)
        ) : (
          <Countdown
            hours
            label={window.isOpen ? t(($) => $.wallet.out.closesIn) : t(($) => $.wallet.out.opensIn)}
            until={window.isOpen ? (window.closesAt ?? 0) : window.opensAt}
          />
        ),
    },
    {
      label: t(($) => $.wallet.out.today),
      value: <bdi>{t(($) => $.wallet.out.usedOf, { used: usedToday, all: perDay })}</bdi>,
    },
    { label: t(($) => $.wallet.out.nextDay), value: <Instant at={resetsAt} /> },
  ];
  return (
    <Panel title={t(($) => $.wallet.out.rules)}>
      <PanelBody>
        <KeyValues columns={2} items={values} />
        <TurnoverProgress turnover={turnover} />
      </PanelBody>
    </Panel>
  );
}
