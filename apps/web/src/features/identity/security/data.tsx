import { saveFile } from '@assay/kit/data/csv.ts';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SECURITY } from '../../../lib/data/security.ts';
import { api, queries } from '../../../lib/data/services.ts';
import type { PartProps } from './part.ts';
import { collectRecords } from './records.ts';
import { secured } from './secured.ts';

/** The person's rights in their data: to have it, and to have it deleted. */
export function Data({ security }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { deletion } = security;
  const [collected, setCollected] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const download = async () => {
    const data = await secured('exportMyData', {}, (proof) => api.call('exportMyData', proof));
    if (data === null) return;
    setCollected(0);
    try {
      saveFile('my-data.json', await collectRecords(data, { api, progress: setCollected }));
      setFailed(false);
    } catch {
      setFailed(true);
    } finally {
      setCollected(null);
    }
  };
  const ask = async () => {
    await secured('requestDeletion', {}, (proof) => api.call('requestDeletion', proof));
  };
  const withdraw = async () => {
    await api.call('withdrawDeletion', {}).catch(() => null);
    await queries.invalidateQueries({ queryKey: [SECURITY] });
  };
  return (
    <Panel title={t(($) => $.identity.data.title)}>
      <PanelBody>
        <p>{t(($) => $.identity.data.text)}</p>
        {deletion === null ? null : (
          <Callout tone="warning">
            {t(($) => $.identity.data.requested, {
              date: format.date(deletion.requestedAt),
              closes: format.date(deletion.closesAt),
            })}
            {deletion.keptBy.map(({ reason, until }) => (
              <p key={reason}>
                {reason === 'balances'
                  ? t(($) => $.identity.data.balances)
                  : t(($) => $.identity.data.law, { date: format.date(until ?? 0) })}
              </p>
            ))}
          </Callout>
        )}
        {failed ? <Callout tone="warning">{t(($) => $.identity.data.failed)}</Callout> : null}
        <p role="status">
          {collected === null ? '' : t(($) => $.identity.data.collected, { count: collected })}
        </p>
        <Buttons>
          <Button variant="default" loading={collected !== null} onClick={() => void download()}>
            {t(($) => $.identity.data.download)}
          </Button>
          {deletion === null ? (
            <Button variant="default" data-danger onClick={() => void ask()}>
              {t(($) => $.identity.data.delete)}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void withdraw()}>
              {t(($) => $.identity.data.withdraw)}
            </Button>
          )}
        </Buttons>
      </PanelBody>
    </Panel>
  );
}
