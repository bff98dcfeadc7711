import { FigureLines } from '@assay/kit/data/figure-lines.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Confirm } from '@assay/kit/feedback/confirm.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../lib/api/errors.ts';
import { api } from '../../lib/data/services.ts';
import { confirmed } from '../../lib/data/step-up.ts';
import { Contract } from './contract.tsx';
import { type Detail, useRenew } from './use-loans.ts';

/** What the person can do before the loan is paid out: sign, decline, take back. */
export function Steps({ detail }: { detail: Detail }) {
  const { t } = useTranslation();
  const renew = useRenew();
  const [asks, ask] = useState(false);
  const { loan } = detail;
  const { applicationId, canSign, canWithdraw } = loan;
  if (!canSign && !canWithdraw) return null;
  const title = canSign ? t(($) => $.loans.decline) : t(($) => $.loans.takeBack);
  const takeBack = (
    <Button variant="default" onClick={() => ask(true)}>
      {title}
    </Button>
  );
  return (
    <Panel title={canSign ? t(($) => $.loans.sign) : t(($) => $.loans.waiting)}>
      <PanelBody>
        {canSign ? (
          <Sign detail={detail}>{takeBack}</Sign>
        ) : (
          <Stack>
            <p>{t(($) => $.loans.waitingText)}</p>
            <Buttons>{takeBack}</Buttons>
          </Stack>
        )}
      </PanelBody>
      {asks ? (
        <Confirm
          title={title}
          action={title}
          close={() => ask(false)}
          run={async () => {
            // What was refused, a toast has said; the page shows how it stands.
            await api.call('withdrawLoan', { applicationId }).catch(() => null);
            await renew();
          }}
        >
          <p>{t(($) => $.loans.takeBackText)}</p>
        </Confirm>
      ) : null}
    </Panel>
  );
}

/** The whole cost and the contract once more, and then the proof of exactly this signature. */
function Sign({ detail, children }: { detail: Detail; children: React.ReactNode }) {
  const { t } = useTranslation();
  const renew = useRenew();
  const [state, setState] = useState({ isBusy: false, why: '' });
  const { loan, contract, contractDigest } = detail;
  const { applicationId, asset } = loan;
  const figure = (value: string) => <Amount value={value} asset={asset} named />;
  const sign = async () => {
    setState({ isBusy: true, why: '' });
    const fields = { applicationId, contract: contractDigest };
    let why = '';
    try {
      await confirmed('signLoan', fields, (proof) =>
        api.call('signLoan', { ...fields, ...proof }, { quiet: true }),
      );
      await renew();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      why = error.kind === 'network' ? t(($) => $.kit.failed) : error.message;
    }
    setState({ isBusy: false, why });
  };
  return (
    <Stack>
      <FigureLines
        lines={[
          { label: t(($) => $.loans.amount), value: figure(loan.amount), strong: true },
          { label: t(($) => $.loans.apr), value: <Ltr>{`${loan.apr}%`}</Ltr> },
          { label: t(($) => $.loans.totalRepayable), value: figure(loan.totalRepayable) },
          { label: t(($) => $.loans.penaltyMost), value: figure(loan.penaltyMost) },
          { label: t(($) => $.loans.signBy), value: <Instant at={loan.offerUntil} /> },
        ]}
      />
      <Contract text={contract} />
      {state.why === '' ? null : (
        <Callout live tone="danger">
          {state.why}
        </Callout>
      )}
      <Buttons>
        <Button loading={state.isBusy} onClick={() => void sign()}>
          {t(($) => $.loans.signDo)}
        </Button>
        {children}
      </Buttons>
    </Stack>
  );
}
