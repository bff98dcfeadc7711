import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Progress } from '@assay/kit/display/progress.tsx';
import { useFormat } from '@assay/kit/format/use-format.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { shareOf } from './use-assets.ts';
import { useTerms } from './withdrawals/use-withdrawals.ts';

/** How far the turnover is that deposits ask for; nothing where they ask for none. */
export function TurnoverPanel() {
  const { t } = useTranslation();
  const format = useFormat();
  const isVirtual = useRealm() === 'demo';
  const turnover = useTerms().data?.turnover;
  if (isVirtual || turnover === undefined) return null;
  if (turnover.mode === 'off' || turnover.required === '0') return null;
  return (
    <Panel
      title={t(($) => $.wallet.out.turnover)}
      tools={<Link to="/withdrawalRules">{t(($) => $.wallet.out.rules)}</Link>}
    >
      <PanelBody>
        <Progress
          label={t(($) => $.wallet.out.turnover)}
          share={shareOf(turnover.done, turnover.required)}
          text={t(($) => $.wallet.out.turnoverOf, {
            done: format.amount(turnover.done, 'USDT'),
            required: format.amount(turnover.required, 'USDT'),
          })}
        />
      </PanelBody>
    </Panel>
  );
}
