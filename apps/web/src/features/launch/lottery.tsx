import { KeyValues } from '@assay/kit/data/key-values.tsx';
import { Countdown } from '@assay/kit/display/countdown.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { toastSuccess } from '@assay/kit/feedback/toasts.ts';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { StateForm } from '@assay/kit/input/form.tsx';
import { TextField } from '@assay/kit/input/text-field.tsx';
import { textOf, useForm } from '@assay/kit/input/use-form.ts';
import { Stack } from '@assay/kit/page/page.tsx';
import { linkOf, SIGNATURE } from '@assay/modules/launch/rules';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { useRefusals } from '../../lib/data/use-refusals.ts';
import { useStreamStatus } from '../../lib/stream/use-stream-status.ts';
import { type Info, type Project, renewLaunches } from './use-launch.ts';

type Draw = NonNullable<Project['lottery']>;

interface LotteryProps {
  project: Project;
  lottery: Draw;
}

/** What a lottery is drawn by, said beforehand, and what came of it. */
export function Lottery({ info, lottery }: { info: Info; lottery: Draw }) {
  const { t } = useTranslation();
  const { project, mine } = info;
  return (
    <Panel title={t(($) => $.launch.lottery.title)}>
      <PanelBody>
        <Stack>
          {lottery.beacon === 'practice' ? (
            <Callout tone="demo" title={t(($) => $.launch.lottery.practice)}>
              {t(($) => $.launch.lottery.practiceText)}
            </Callout>
          ) : null}
          {project.phase === 'awaiting' ? (
            <Awaited project={project} lottery={lottery} isMember={mine !== null} />
          ) : null}
          <Terms project={project} lottery={lottery} />
          <Evidence lottery={lottery} />
          <p>{t(($) => $.launch.lottery.rule)}</p>
        </Stack>
      </PanelBody>
    </Panel>
  );
}

function Terms({ project: { symbol }, lottery }: LotteryProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { ticket, ticketPrice, tickets, winners, mostTickets, round, roundAt } = lottery;
  return (
    <KeyValues
      columns={3}
      items={[
        {
          label: t(($) => $.launch.lottery.ticket),
          value: <Amount named value={ticket} asset={symbol} />,
        },
        {
          label: t(($) => $.launch.lottery.ticketPrice),
          value: <Amount named value={ticketPrice} asset="USDT" />,
        },
        {
          label: t(($) => $.launch.lottery.mostTickets),
          value: format.integer(mostTickets),
        },
        { label: t(($) => $.launch.lottery.tickets), value: format.integer(tickets) },
        { label: t(($) => $.launch.lottery.winners), value: format.integer(winners) },
        { label: t(($) => $.launch.lottery.round), value: <Ltr>{`${round}`}</Ltr> },
        { label: t(($) => $.launch.lottery.roundAt), value: <Instant at={roundAt} /> },
      ]}
    />
  );
}

/** What a draw is checked by, in hexadecimal. */
function Evidence({ lottery }: { lottery: Draw }) {
  const { t } = useTranslation();
  const { beacon, chain, publicKey, listDigest, signature, value } = lottery;
  const hex = (text: string) =>
    text === '' ? t(($) => $.launch.lottery.later) : <Ltr>{text}</Ltr>;
  return (
    <KeyValues
      items={[
        {
          label: t(($) => $.launch.lottery.beacon),
          value: t(($) => $.launch.lottery.beacons[beacon]),
        },
        { label: t(($) => $.launch.lottery.chain), value: hex(chain), wide: true },
        { label: t(($) => $.launch.lottery.publicKey), value: hex(publicKey), wide: true },
        { label: t(($) => $.launch.lottery.listDigest), value: hex(listDigest), wide: true },
        { label: t(($) => $.launch.lottery.signature), value: hex(signature), wide: true },
        { label: t(($) => $.launch.lottery.value), value: hex(value), wide: true },
      ]}
    />
  );
}

/** The list is closed, and the round is not there yet, or nobody has brought it. */
function Awaited({ project, lottery, isMember }: LotteryProps & { isMember: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { skewMs } = useStreamStatus();
  const { round, roundAt, missedAt, beacon } = lottery;
  const isThere = Date.now() + skewMs >= roundAt;
  return (
    <>
      <Callout live title={t(($) => $.launch.lottery.awaited, { round: `${round}` })}>
        {t(($) => $.launch.lottery.awaitedText, { until: format.dateTime(missedAt) })}{' '}
        <Countdown label={t(($) => $.launch.lottery.awaitedIn)} until={roundAt} ahead={skewMs} />
      </Callout>
      {isThere && isMember && beacon === 'quicknet' ? (
        <Bring project={project} lottery={lottery} />
      ) : null}
    </>
  );
}

/** Anybody can bring the round, so that nobody can keep it back. */
function Bring({ project: { launchId }, lottery }: LotteryProps) {
  const { t } = useTranslation();
  const refusals = useRefusals();
  const form = useForm({
    first: { signature: '' },
    rules: {
      signature: (text) =>
        SIGNATURE.test(text.trim()) ? '' : t(($) => $.launch.lottery.noSignature),
    },
    send: async ({ signature }) => {
      try {
        const input = { launchId, round: lottery.round, signature: signature.trim() };
        await api.call('drawNewcoins', input, { quiet: true });
        toastSuccess(t(($) => $.launch.lottery.brought));
      } catch (error) {
        const byRefusal = { invalidSignature: 'signature' } as const;
        return refusals(error, { names: ['signature'], byRefusal });
      } finally {
        renewLaunches();
      }
      return undefined;
    },
  });
  const link = linkOf(lottery);
  return (
    <StateForm form={form} action={t(($) => $.launch.lottery.bring)}>
      <p>
        {t(($) => $.launch.lottery.bringText)}{' '}
        <a href={link} rel="noopener noreferrer nofollow" target="_blank">
          <Ltr>{link}</Ltr>
        </a>
      </p>
      <TextField
        dir="ltr"
        label={t(($) => $.launch.lottery.signature)}
        {...textOf(form, 'signature')}
      />
    </StateForm>
  );
}
