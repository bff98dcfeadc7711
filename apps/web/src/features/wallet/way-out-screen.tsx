import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { Page, PageHead, Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { api, queries } from '../../lib/data/services.ts';
import { useRealm, useSession } from '../../lib/data/session.ts';
import { useTitle } from '../../ui/use-title.ts';
import { RULES, type Rules, useRules } from './use-rules.ts';
import { WalletNav } from './wallet-page.tsx';

/** /withdrawalRules: how money leaves, by the numbers that hold now. */
export default function WayOutScreen() {
  const { t } = useTranslation();
  const [title, lead] = [t(($) => $.wayOut.title), t(($) => $.wayOut.lead)];
  useTitle(title, lead);
  const { data, isError, refetch } = useRules();
  const isVisitor = useSession(({ token }) => token === null);
  return (
    <Page width="page" {...(isVisitor ? {} : { side: <WalletNav /> })}>
      <PageHead title={title} lead={lead} />
      {data !== undefined ? (
        <Stack>
          <Callout tone="warning">{t(($) => $.wayOut.feeText)}</Callout>
          <Amounts rules={data} />
          <Turnover rules={data} />
          <Always rules={data} />
          <Deciding rules={data} />
          <Waiting rules={data} />
          <Tick rules={data} />
        </Stack>
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="32rem" />
      )}
    </Page>
  );
}

const Usdt = ({ value }: { value: string }) => <Amount value={value} asset="USDT" named />;

/** Minutes of the day as a clock shows them; the end of a day is 24:00. */
const clockText = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

function Amounts({ rules }: { rules: Rules }) {
  const { t } = useTranslation();
  const { windowFrom, windowUntil, zone, isOpen, opensAt } = rules;
  const hours = { from: clockText(windowFrom), until: clockText(windowUntil), zone };
  return (
    <Panel title={t(($) => $.wayOut.amounts)}>
      <PanelBody>
        <FigureLines
          lines={[
            { label: t(($) => $.wayOut.least), value: <Usdt value={rules.least} /> },
            { label: t(($) => $.wayOut.most), value: <Usdt value={rules.most} /> },
            { label: t(($) => $.wayOut.juniorMost), value: <Usdt value={rules.juniorMost} /> },
            { label: t(($) => $.wayOut.perDay), value: rules.perDay },
            { label: t(($) => $.wayOut.window), value: t(($) => $.wayOut.hours, hours) },
            {
              label: t(($) => $.wayOut.opens),
              value: isOpen ? (
                <Badge tone="good">{t(($) => $.wayOut.openNow)}</Badge>
              ) : (
                <Instant at={opensAt} />
              ),
            },
            { label: t(($) => $.wayOut.fee), value: <Usdt value={rules.fee} /> },
            { label: t(($) => $.wayOut.networkFee), value: <Usdt value={rules.networkFee} /> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function Turnover({ rules: { turnoverPpm, turnoverMode } }: { rules: Rules }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Panel title={t(($) => $.wayOut.turnover)}>
      <PanelBody>
        <Stack>
          <FigureLines
            lines={[{ label: t(($) => $.wayOut.turnoverShare), value: format.ppm(turnoverPpm) }]}
          />
          <p>{t(($) => $.wayOut.modes[turnoverMode])}</p>
          <p>{t(($) => $.wayOut.turnoverText)}</p>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Always({ rules: { returnHours, exitDays } }: { rules: Rules }) {
  const { t } = useTranslation();
  return (
    <Panel title={t(($) => $.wayOut.always)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.wayOut.alwaysSource, { hours: returnHours })}</p>
          <p>{t(($) => $.wayOut.alwaysExit, { days: exitDays })}</p>
          <p>{t(($) => $.wayOut.alwaysPlan)}</p>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Deciding({ rules }: { rules: Rules }) {
  const { t } = useTranslation();
  const format = useFormat();
  const usdt = (value: string) => `${format.plain(value)} USDT`;
  const [tier, one] = [usdt(rules.tierLimit), usdt(rules.onePersonLimit)];
  const hours = { hours: rules.reviewHours };
  return (
    <Panel title={t(($) => $.wayOut.who)}>
      <PanelBody>
        <Stack>
          <FigureLines
            lines={[
              {
                label: t(($) => $.wayOut.nobody, { amount: tier }),
                value: t(($) => $.wayOut.nobodyText),
              },
              { label: t(($) => $.wayOut.one, { amount: one }), value: t(($) => $.wayOut.oneText) },
              { label: t(($) => $.wayOut.two, { amount: one }), value: t(($) => $.wayOut.twoText) },
              { label: t(($) => $.wayOut.within), value: t(($) => $.wayOut.inHours, hours) },
            ]}
          />
          <p>{t(($) => $.wayOut.unusualText, { tier })}</p>
          {rules.turnoverMode === 'review' ? (
            <p>{t(($) => $.wayOut.turnoverLook, { tier })}</p>
          ) : null}
          <p>{t(($) => $.wayOut.outflowText)}</p>
          <p>{t(($) => $.wayOut.lateText, { amount: tier })}</p>
          <p>{t(($) => $.wayOut.verifiedText, { amount: usdt(rules.juniorMost) })}</p>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Waiting({ rules }: { rules: Rules }) {
  const { t } = useTranslation();
  const inHours = (hours: number) => t(($) => $.wayOut.inHours, { hours });
  return (
    <Panel title={t(($) => $.wayOut.waits)}>
      <PanelBody>
        <FigureLines
          lines={[
            { label: t(($) => $.wayOut.newAddress), value: inHours(rules.coolingHours) },
            { label: t(($) => $.wayOut.strictAddress), value: inHours(rules.strictHours) },
            { label: t(($) => $.wayOut.change), value: inHours(rules.changeHours) },
            { label: t(($) => $.wayOut.look), value: inHours(rules.reviewHours) },
            { label: t(($) => $.wayOut.stop), value: t(($) => $.wayOut.untilLifted) },
            { label: t(($) => $.wayOut.travel), value: <Usdt value={rules.travelAmount} /> },
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

function Tick({ rules }: { rules: Rules }) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const isLoggedIn = useSession((state) => state.token) !== null;
  const isVirtual = useRealm() === 'demo';
  const isOnward = useSearchParams()[0].get('then') === '/recharge';
  const [isRead, setRead] = useState(false);
  const [busy, setBusy] = useState(false);
  const { version, digest, readAt, firstReadAt } = rules;
  if (!isLoggedIn || isVirtual) {
    const login = <Link to="/login?to=/withdrawalRules">{t(($) => $.wayOut.login)}</Link>;
    return <Callout action={login}>{t(($) => $.wayOut.loginText)}</Callout>;
  }
  if (readAt !== null) {
    const date = dateTime(readAt);
    const on = isOnward ? <Link to="/recharge">{t(($) => $.wayOut.deposit)}</Link> : undefined;
    return (
      <Callout tone="success" action={on}>
        {t(($) => $.wayOut.ticked, { date })}
      </Callout>
    );
  }
  const confirm = () => {
    setBusy(true);
    api
      .call('readWithdrawalRules', { version, digest })
      .then(() => toastSuccess(t(($) => $.wayOut.done)))
      .catch(() => undefined)
      .finally(() => {
        setBusy(false);
        void queries.invalidateQueries({ queryKey: [RULES] });
      });
  };
  return (
    <Panel title={t(($) => $.wayOut.version, { version })}>
      <PanelBody>
        <Stack>
          {firstReadAt === null ? null : <p>{t(($) => $.wayOut.tickedOther)}</p>}
          <Checkbox checked={isRead} onChange={setRead}>
            {t(($) => $.wayOut.read)}
          </Checkbox>
          <div>
            <Button disabled={!isRead} loading={busy} onClick={confirm}>
              {t(($) => $.wayOut.tick)}
            </Button>
          </div>
        </Stack>
      </PanelBody>
    </Panel>
  );
}
