import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { NO_VALUE } from '@assay/kit/format/format.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BankPreview } from '../bank/use-bank.ts';
import type { Preview } from './use-withdrawals.ts';

/** Of a request to a chain or to a bank. */
type Shown = Preview | BankPreview;
type Cost = Pick<NonNullable<Shown['accepted']>, 'goesAt' | 'holds'>;
type Code = Shown['refusals'][number]['code'];

/** Where the person does something about it. */
const REMEDIES: Partial<Record<Code, string>> = {
  tradePasswordNeeded: '/bindmpwd',
  frozen: '/setting/security',
  verificationNeeded: '/sfyz',
  seniorNeeded: '/seniorauth',
  insufficientBalance: '/transfer',
};

/** Why a request cannot be, each with the way around it; or what it waits for. */
export function Reasons({ preview, asset }: { preview: Shown; asset: string }) {
  const { t } = useTranslation();
  const { refusals, accepted } = preview;
  const holds = accepted?.holds ?? [];
  if (refusals.length === 0 && holds.length === 0) return null;
  if (refusals.length === 0) {
    return (
      <Callout title={t(($) => $.wallet.out.waits)}>
        <Holds holds={holds} />
      </Callout>
    );
  }
  return (
    <Callout tone="warning" title={t(($) => $.wallet.out.cannot)}>
      <Points>
        {refusals.map(({ code, detail }) => (
          <li key={code}>
            <RefusalText code={code} detail={detail} asset={asset} />{' '}
            {REMEDIES[code] === undefined ? null : (
              <Link to={REMEDIES[code]}>{t(($) => $.wallet.out.remedy)}</Link>
            )}
          </li>
        ))}
      </Points>
    </Callout>
  );
}

interface RefusalTextProps {
  code: Code;
  detail: Shown['refusals'][number]['detail'];
  asset: string;
}

/** Why not, with the amount or the time that is the reason. */
export function RefusalText({ code, detail: { amount, until, ...more }, asset }: RefusalTextProps) {
  const { t } = useTranslation();
  const at = until === undefined ? null : <Instant at={Date.parse(until)} />;
  const money =
    amount === undefined ? null : <Amount value={amount} asset={more.asset ?? asset} named />;
  return (
    <>
      <Sentence parts={{ amount: money ?? NO_VALUE, at: at ?? NO_VALUE }}>
        {(put) => t(($) => $.wallet.out.refusals[code], put)}
      </Sentence>
      {code === 'frozen' && at !== null ? (
        <>
          {' '}
          <Sentence parts={{ at }}>{(put) => t(($) => $.wallet.out.until, put)}</Sentence>
        </>
      ) : null}
    </>
  );
}

/** What holds it, each with its end where that is known. */
export function Holds({ holds }: Pick<Cost, 'holds'>) {
  const { t } = useTranslation();
  return (
    <Points>
      {holds.map(({ reason, deadline }) => (
        <li key={reason}>
          {t(($) => $.wallet.out.holds[reason])}{' '}
          {deadline === null ? null : (
            <Sentence parts={{ at: <Instant at={deadline} /> }}>
              {(put) => t(($) => $.wallet.out.until, put)}
            </Sentence>
          )}
        </li>
      ))}
    </Points>
  );
}

/** What begins so soon begins at once: the clocks of two machines differ. */
const SOON_MS = 60_000;

/** When it goes: in its hours, once nothing holds it any more. */
export function Goes({ cost: { goesAt, holds } }: { cost: Cost }) {
  const { t } = useTranslation();
  if (holds.some(({ deadline }) => deadline === null)) return t(($) => $.wallet.out.goesReleased);
  const at = Math.max(goesAt, ...holds.map(({ deadline }) => deadline ?? 0));
  if (at < Date.now() + SOON_MS) return t(($) => $.wallet.out.goesAtOnce);
  return <Instant at={at} />;
}
