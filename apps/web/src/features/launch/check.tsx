import { saveFile } from '@assay/kit/data/csv.ts';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Buttons } from '@assay/kit/input/form.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type LaunchFile,
  readLaunch,
  signedBy,
  type VerifiedLaunch,
  verifyLaunch,
} from '../../../../../examples/verify-launch.mjs';
import { api } from '../../lib/data/services.ts';

type Checked = { readonly made: VerifiedLaunch } | { readonly wrong: string };

/** The whole published file, a page after the other. */
function published(launchId: number): Promise<LaunchFile> {
  return readLaunch((after) => api.call('getNewcoinsResult', { launchId, after }));
}

/** The curve is loaded for a lottery only. */
async function signatureOf({ lottery }: LaunchFile) {
  if (lottery === undefined) return undefined;
  const { bls12_381 } = await import('@noble/curves/bls12-381.js');
  return signedBy(bls12_381);
}

async function check({ launchId, number, isLottery }: CheckProps): Promise<Checked> {
  try {
    const file = await published(launchId);
    // Not the file of another sale, or of one by another rule.
    const isOther = file.launchId !== launchId || (file.lottery !== undefined) !== isLottery;
    if (isOther) throw new Error('this is the file of another sale');
    return { made: verifyLaunch(file, number ?? undefined, await signatureOf(file)) };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

interface CheckProps {
  launchId: number;
  number: number | null;
  isLottery: boolean;
}

/** Computes the result here, from the published file, by a program that shares nothing of ours. */
export function ResultCheck({ launchId, number, isLottery }: CheckProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState<Checked | null>(null);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(() => undefined);
    setBusy(false);
  };
  const keep = async () => {
    saveFile(`launch-${launchId}.json`, JSON.stringify(await published(launchId)));
  };
  return (
    <Panel title={t(($) => $.launch.check.title)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.launch.check.text)}</p>
          {isLottery ? <p>{t(($) => $.launch.check.lottery)}</p> : null}
          <Buttons>
            <Button
              loading={busy}
              onClick={() =>
                void run(async () => setChecked(await check({ launchId, number, isLottery })))
              }
            >
              {t(($) => $.launch.check.action)}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => void run(keep)}>
              {t(($) => $.launch.check.file)}
            </Button>
          </Buttons>
          {checked === null ? null : 'wrong' in checked ? (
            <Callout live tone="danger" title={t(($) => $.launch.check.wrong)}>
              <bdi dir="ltr">{checked.wrong}</bdi>
            </Callout>
          ) : (
            <Callout live tone="success" title={t(($) => $.launch.check.right)}>
              {t(($) => $.launch.check.sums, {
                people: checked.made.people,
                asked: checked.made.asked,
                sold: checked.made.sold,
              })}{' '}
              {checked.made.own === null ? null : t(($) => $.launch.check.own, checked.made.own)}{' '}
              {checked.made.lottery?.isChecked && checked.made.lottery.isDrawn
                ? t(($) => $.launch.check.signed)
                : null}
            </Callout>
          )}
        </Stack>
      </PanelBody>
    </Panel>
  );
}
