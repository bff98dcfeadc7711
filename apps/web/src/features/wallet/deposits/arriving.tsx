import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { EmptyState, Skeleton } from '@assay/kit/feedback/states.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import css from './deposits.module.css';
import { DepositAmount, DepositState, TransactionText } from './status.tsx';
import { type Deposit, useArriving } from './use-deposits.ts';

const SHOWN = 5;

/** What is on its way, with its confirmations as they come. */
export function Arriving() {
  const { t } = useTranslation();
  const deposits = useArriving();
  return (
    <Panel
      title={t(($) => $.deposits.coming)}
      tools={<Link to="/cbjl">{t(($) => $.deposits.records)}</Link>}
    >
      {deposits === undefined ? (
        <Skeleton height="6rem" />
      ) : deposits.length === 0 ? (
        <EmptyState
          compact
          title={t(($) => $.deposits.nothing)}
          text={t(($) => $.deposits.nothingText)}
        />
      ) : (
        <ul className={css.list} aria-live="polite">
          {deposits.slice(0, SHOWN).map((deposit) => (
            <li key={deposit.depositId}>
              <Line deposit={deposit} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Line({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation();
  const { state, chain, seenAt, missing, asset } = deposit;
  return (
    <>
      <div className={css.line}>
        <DepositAmount deposit={deposit} />
        <DepositState state={state} />
      </div>
      <Confirmations deposit={deposit} />
      {missing === '' ? null : (
        <p className={css.note}>{t(($) => $.deposits.missing, { amount: missing, asset })}</p>
      )}
      {state === 'orphaned' || state === 'recovery' ? (
        <p className={css.note}>{t(($) => $.deposits.stateTexts[state])}</p>
      ) : null}
      <div className={`${css.line} ${css.note}`}>
        <span>
          <Instant at={seenAt} /> · {chain}
        </span>
        <TransactionText deposit={deposit} />
      </div>
    </>
  );
}

/** First until it is credited, then until it may leave again; nothing after that. */
function Confirmations({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation();
  const { state, confirmations: n, needed, neededToWithdraw } = deposit;
  const isCredited = state === 'credited';
  const of = isCredited ? neededToWithdraw : needed;
  if ((state !== 'confirming' && !isCredited) || (isCredited && n >= of)) return null;
  return (
    <Progress
      label={isCredited ? t(($) => $.deposits.toWithdraw) : t(($) => $.deposits.confirmations)}
      share={n / of}
      text={t(($) => $.deposits.progress, { n, needed: of })}
      tone={isCredited ? 'good' : 'accent'}
    />
  );
}
