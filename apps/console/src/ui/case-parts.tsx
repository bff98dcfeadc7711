import { KeyValues, Timeline, type TimelineEvent } from '@assay/kit/data/key-values.tsx';
import { Badge } from '@assay/kit/display/badge.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type en from '../app/locales/en.json';
import { CallFailed } from '../lib/call.ts';
import { useStaffNames } from '../lib/operator.ts';

interface CustomerPanelProps {
  one: {
    readonly userId: number;
    readonly customer: { readonly name: string; readonly email: string };
    readonly verified: keyof typeof en.withdrawals.levels;
  };
  /** What else decides about them here. */
  more?: ComponentProps<typeof KeyValues>['items'];
}

/** Whom a case is about, masked. */
export function CustomerPanel({ one, more = [] }: CustomerPanelProps) {
  const { t } = useTranslation();
  const { userId, customer, verified } = one;
  return (
    <Panel title={t(($) => $.withdrawals.customer)}>
      <PanelBody>
        <KeyValues
          columns={2}
          items={[
            { label: t(($) => $.withdrawals.user), value: <Ltr>{`#${userId}`}</Ltr> },
            {
              label: t(($) => $.withdrawals.verified),
              value: t(($) => $.withdrawals.levels[verified]),
            },
            { label: t(($) => $.withdrawals.name), value: customer.name || '—' },
            { label: t(($) => $.withdrawals.email), value: customer.email || '—' },
            ...more,
          ]}
        />
      </PanelBody>
    </Panel>
  );
}

/** What the customer sees of a case. */
export function SeenPanel({ events }: { events: readonly TimelineEvent[] }) {
  const { t } = useTranslation();
  const label = t(($) => $.withdrawals.seen);
  return (
    <Panel title={label}>
      <PanelBody>
        <Timeline label={label} events={events} />
      </PanelBody>
    </Panel>
  );
}

/** In a queue: by when it is to be decided. */
export function Deadline({ label, until, late }: { label: string; until: number; late: string }) {
  if (late !== '') return <Badge tone="bad">{late}</Badge>;
  return <Countdown label={label} until={until} />;
}

interface ClaimedProps {
  claimedBy: string | null;
  claimedByMe: boolean;
}

/** In a queue: who works on it. */
export function Claimed({ claimedBy, claimedByMe }: ClaimedProps) {
  const { t } = useTranslation();
  const named = useStaffNames();
  if (claimedByMe) return <Badge tone="accent">{t(($) => $.withdrawals.mine)}</Badge>;
  return claimedBy === null ? t(($) => $.withdrawals.free) : <Badge>{named(claimedBy)}</Badge>;
}

/** What became of the last thing that was done with a case. */
export interface Said {
  readonly text: string;
  readonly isWrong: boolean;
}

/** Does things with a case and says what became of them; `done` reads the case again. */
export function useSaid(done: () => Promise<void>) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<Said>({ text: '', isWrong: false });
  const run = async (work: () => Promise<unknown>, text = '') => {
    try {
      const answer = await work();
      setSaid({ text: typeof answer === 'string' ? answer : text, isWrong: false });
      await done();
    } catch (error) {
      const why = error instanceof CallFailed ? error.message : '';
      setSaid({ text: why || t(($) => $.withdrawals.failed), isWrong: true });
    }
  };
  return { said, run };
}

/**
 * Moves money by a line of a statement: alone, or, where whoever does it has imported the line, as
 * the first of two. Returns what to say of it.
 */
export async function byLine(
  alone: () => Promise<unknown>,
  propose: () => Promise<unknown>,
  said: { readonly done: string; readonly prepared: string },
): Promise<string> {
  try {
    await alone();
    return said.done;
  } catch (error) {
    if (!(error instanceof CallFailed && error.refusal === 'ownImport')) throw error;
    await propose();
    return said.prepared;
  }
}

/** The same on the screen, with the way to where a second person decides. */
export function SaidText({ said: { text, isWrong } }: { said: Said }) {
  const { t } = useTranslation();
  if (text === '') return null;
  const isPrepared = text === t(($) => $.withdrawals.prepared);
  return (
    <Callout
      live
      tone={isWrong ? 'danger' : 'success'}
      action={
        isPrepared ? <TextLink to="/approvals">{t(($) => $.approvals.title)}</TextLink> : undefined
      }
    >
      {text}
    </Callout>
  );
}
