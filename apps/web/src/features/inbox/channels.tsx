import { Panel } from '@assay/kit/display/panel.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { toastSuccess, toastWarning } from '@assay/kit/feedback/toasts.ts';
import { Checkbox } from '@assay/kit/input/checkbox.tsx';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../lib/api/tables.ts';
import { api } from '../../lib/data/services.ts';
import { canPush, isPushed, startPush, stopPush } from './browser-push.ts';
import css from './inbox.module.css';

type Kinds = CallOutput<'getChannels'>['kinds'];
type Channel = keyof Kinds[number]['on'];

const CHANNELS = ['app', 'email', 'push'] as const;

/** By which channels each kind of message reaches the person. */
export function Channels() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['channels'],
    queryFn: ({ signal }) => api.call('getChannels', {}, { signal, quiet: true }),
  });
  return (
    <Panel title={t(($) => $.inbox.channels.title)}>
      <Loaded query={query} height="40rem">
        {(data) => <Choices channels={data} />}
      </Loaded>
    </Panel>
  );
}

function Choices({ channels }: { channels: CallOutput<'getChannels'> }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: ['channels'] });
  const set = (kind: Kinds[number]['kind'], channel: Channel, on: boolean) =>
    void api
      .call('setChannel', { kind, channel, on })
      .catch(() => undefined)
      .then(again);
  return (
    <div className={css.channels}>
      {channels.kinds.map(({ kind, on, fixed }) => (
        <fieldset key={kind}>
          <legend>{t(($) => $.inbox.filters[kind])}</legend>
          {CHANNELS.map((channel) => (
            <Checkbox
              key={channel}
              kind="switch"
              checked={on[channel]}
              disabled={fixed[channel] || (channel === 'email' && !channels.hasEmail)}
              onChange={(value) => set(kind, channel, value)}
            >
              {t(($) => $.inbox.channels[channel])}
            </Checkbox>
          ))}
        </fieldset>
      ))}
      <ThisBrowser pushKey={channels.pushKey} changed={() => void again()} />
      <p className={css.note}>{t(($) => $.inbox.channels.fixed)}</p>
    </div>
  );
}

/** Whether this browser shows notifications; it asks the reader itself. */
function ThisBrowser({ pushKey, changed }: { pushKey: string; changed(): void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void isPushed().then(setOn);
  }, []);
  if (!canPush()) return <p className={css.note}>{t(($) => $.inbox.channels.cannot)}</p>;
  const toggle = async () => {
    setBusy(true);
    try {
      if (isOn) await stopPush();
      else await startPush(pushKey);
      toastSuccess(isOn ? t(($) => $.inbox.channels.stopped) : t(($) => $.inbox.channels.started));
    } catch {
      toastWarning(t(($) => $.inbox.channels.refused));
    }
    setOn(await isPushed());
    setBusy(false);
    changed();
  };
  return (
    <Button variant="default" loading={busy || isOn === null} onClick={() => void toggle()}>
      {isOn ? t(($) => $.inbox.channels.stop) : t(($) => $.inbox.channels.start)}
    </Button>
  );
}
