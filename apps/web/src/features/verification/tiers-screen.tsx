import { StatusBadge } from '@assay/kit/display/badge.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { IconCheck } from '@assay/kit/icons/check.ts';
import { Grid } from '@assay/kit/page/page.tsx';
import { Stepper } from '@assay/kit/page/stepper.tsx';
import { LEVELS } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AccountPage } from '../../ui/account-page.tsx';
import { PATHS, STATUS_MAP } from './statuses.ts';
import { useVerification } from './use-verification.ts';
import css from './verification.module.css';

/** /authentication: the levels, what each asks for and what it opens. */
export default function TiersScreen() {
  const { t } = useTranslation();
  const title = t(($) => $.verification.tiers.title);
  const { data } = useVerification();
  const reached = LEVELS.findIndex((level) => data?.levels[level] !== 'approved');
  return (
    <AccountPage
      title={title}
      lead={t(($) => $.verification.tiers.lead)}
      trail={[{ text: t(($) => $.verification.title), to: '/sfyz' }]}
    >
      <Stepper
        label={title}
        steps={LEVELS.map((level) => t(($) => $.verification.levels[level]))}
        at={reached === -1 ? LEVELS.length : reached}
        isDone={(i) => i < LEVELS.length && data?.levels[LEVELS[i] ?? 'junior'] === 'approved'}
      />
      <Grid least="17rem">
        {LEVELS.map((level) => (
          <Panel
            key={level}
            title={t(($) => $.verification.levels[level])}
            tools={
              data === undefined ? null : (
                <StatusBadge map={STATUS_MAP} state={data.levels[level]} />
              )
            }
          >
            <PanelBody>
              <p>{t(($) => $.verification.needs[level])}</p>
              <ul className={css.unlocks}>
                {([0, 1, 2] as const).map((at) => (
                  <li key={at}>
                    <IconCheck size={15} stroke={2} aria-hidden="true" />
                    {t(($) => $.verification.unlocks[level][at])}
                  </li>
                ))}
              </ul>
              <Button component={Link} to={PATHS[level]} variant="default">
                {t(($) => $.verification.goTo, {
                  level: t(($) => $.verification.levels[level]),
                })}
              </Button>
            </PanelBody>
          </Panel>
        ))}
      </Grid>
      <p className={css.note}>{t(($) => $.verification.tiers.source)}</p>
    </AccountPage>
  );
}
