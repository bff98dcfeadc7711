import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../../lib/data/session.ts';
import { isAsked, TurnoverProgress } from './turnover-progress.tsx';
import { useTerms } from './withdrawals/use-withdrawals.ts';

/** The turnover on the pages where money comes in and stands. */
export function TurnoverPanel() {
  const { t } = useTranslation();
  const isVirtual = useRealm() === 'demo';
  const turnover = useTerms().data?.turnover;
  if (isVirtual || turnover === undefined || !isAsked(turnover)) return null;
  return (
    <Panel
      title={t(($) => $.wallet.out.turnover)}
      tools={<Link to="/withdrawalRules">{t(($) => $.wallet.out.rules)}</Link>}
    >
      <PanelBody>
        <TurnoverProgress turnover={turnover} />
      </PanelBody>
    </Panel>
  );
}
