import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
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
            {t(($) => $.wallet.out.refusals[code])}{' '}
            {detail.amount === undefined ? null : (
              <Amount value={detail.amount} asset={detail.asset ?? asset} named />
            )}{' '}
            {detail.until === undefined ? null : <Instant at={Date.parse(detail.until)} />}{' '}
            {REMEDIES[code] === undefined ? null : (
              <Link to={REMEDIES[code]}>{t(($) => $.wallet.out.remedy)}</Link>
            )}
          </li>
        ))}
      </Points>
    </Callout>
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
            <>
              {t(($) => $.wallet.out.until)} <Instant at={deadline} />
            </>
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
