import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/data/services.ts';
import { confirmed } from '../../../lib/data/step-up.ts';
import { addressesChanged, type Book } from './use-addresses.ts';

/** The switch: on at once, off after a wait. */
export function Whitelist({ book: { whitelist, strictHours: hours } }: { book: Book }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { isOn, endsAt } = whitelist;
  const isEnding = endsAt !== null;
  const set = async () => {
    setBusy(true);
    const fields = { isOn: !isOn || isEnding };
    await confirmed('setWhitelistOnly', fields, (proof) =>
      api.call('setWhitelistOnly', { ...fields, ...proof }),
    ).catch(() => null);
    await addressesChanged();
    setBusy(false);
  };
  return (
    <Panel title={t(($) => $.addresses.whitelist)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.addresses.whitelistText, { hours })}</p>
          {isOn ? (
            <Callout tone={isEnding ? 'warning' : 'success'}>
              {isEnding ? (
                <Sentence parts={{ at: <Instant at={endsAt} /> }}>
                  {(put) => t(($) => $.addresses.whitelistEnds, put)}
                </Sentence>
              ) : (
                t(($) => $.addresses.whitelistOn)
              )}
            </Callout>
          ) : null}
          {isOn && !isEnding ? <p>{t(($) => $.addresses.whitelistOffText, { hours })}</p> : null}
          <div>
            <Button variant="default" loading={busy} onClick={() => void set()}>
              {isOn && !isEnding ? t(($) => $.addresses.turnOff) : t(($) => $.addresses.turnOn)}
            </Button>
          </div>
        </Stack>
      </PanelBody>
    </Panel>
  );
}
