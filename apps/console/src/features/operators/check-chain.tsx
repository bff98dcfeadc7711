import { PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout, type CalloutTone } from '@assay/kit/feedback/callout.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';

const PAGE = 5_000;

interface Shown {
  readonly tone: CalloutTone;
  readonly text: string;
}

/** Has the server compute every hash of the record again, from the first entry on. */
export function CheckChain() {
  const { t } = useTranslation();
  const [shown, show] = useState<Shown | null>(null);
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      let [count, after] = [0, 0];
      for (;;) {
        const page = await call('checkOperatorLog', { after, limit: PAGE });
        count += page.checked;
        after = page.last;
        if (page.wrong !== null) {
          show({ tone: 'danger', text: t(($) => $.log.broken, { entry: page.wrong }) });
          break;
        }
        if (!page.more) {
          const { last, head } = page;
          show({ tone: 'success', text: t(($) => $.log.whole, { count, last, head }) });
          break;
        }
        show({ tone: 'information', text: t(($) => $.log.checking, { count }) });
      }
    } catch (error) {
      const text = (error instanceof CallFailed && error.message) || t(($) => $.log.failed);
      show({ tone: 'warning', text });
    }
    setBusy(false);
  };
  return (
    <PanelBody>
      <Callout
        live
        tone={shown?.tone ?? 'information'}
        action={
          <Button size="xs" variant="default" loading={busy} onClick={() => void check()}>
            {t(($) => $.log.check)}
          </Button>
        }
      >
        {shown?.text ?? t(($) => $.log.chained)}
      </Callout>
    </PanelBody>
  );
}
