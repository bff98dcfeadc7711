import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Amount, Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Qr } from '@assay/kit/display/qr.tsx';
import { StatCard, StatCards } from '@assay/kit/display/stat-card.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { TextLink } from '@assay/kit/input/text-button.tsx';
import { Stack } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../lib/data/settings.ts';
import { AccountPage } from '../../ui/account-page.tsx';
import { isOfReal, RealOnly } from '../../ui/real-only.tsx';
import { DaysPanel } from './days-panel.tsx';
import { Leaders } from './leaders.tsx';
import { Levels } from './levels.tsx';
import { Members } from './members.tsx';
import { savePicture } from './picture.ts';
import { Profits } from './profits.tsx';
import css from './promotion.module.css';
import { type Promotion, usePromotion } from './use-promotion.ts';
import { Waiting } from './waiting.tsx';

/** /mypromotion: the code with its link, and what four levels have brought. */
export default function PromotionScreen() {
  const { t } = useTranslation();
  return (
    <AccountPage title={t(($) => $.promotion.title)} lead={t(($) => $.promotion.lead)}>
      <Own />
    </AccountPage>
  );
}

function Own() {
  const { t } = useTranslation();
  const { data, error, refetch } = usePromotion();
  if (data === undefined && isOfReal(error)) return <RealOnly />;
  if (data === undefined && error !== null) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="32rem" />;
  return (
    <Stack>
      <Figures promotion={data} />
      <Invite code={data.code} />
      {data.isVerified ? null : (
        <Callout tone="warning" title={t(($) => $.promotion.unverified)}>
          {t(($) => $.promotion.unverifiedText)}{' '}
          <TextLink to="/smauth">{t(($) => $.promotion.verify)}</TextLink>
        </Callout>
      )}
      <Levels levels={data.levels} />
      <Waiting rows={data.waiting} />
      <DaysPanel />
      <Profits />
      <Members />
      <Leaders />
      <Rules waitDays={data.waitDays} />
    </Stack>
  );
}

function Figures({ promotion: { worth, levels, waiting, nextPaidAt } }: { promotion: Promotion }) {
  const { t } = useTranslation();
  const members = levels.reduce((sum, level) => sum + level.members, 0);
  return (
    <StatCards>
      <StatCard
        label={t(($) => $.promotion.worth)}
        value={<Amount value={worth} asset="USDT" named />}
        note={t(($) => $.promotion.worthNote)}
      />
      <StatCard label={t(($) => $.promotion.members)} value={members} />
      <StatCard
        label={t(($) => $.promotion.nextPaid)}
        value={waiting.length === 0 ? t(($) => $.promotion.noWaiting) : <Instant at={nextPaidAt} />}
      />
    </StatCards>
  );
}

function Invite({ code }: { code: string }) {
  const { t } = useTranslation();
  const drawing = useRef<HTMLDivElement>(null);
  const site = useSettings().data?.siteName ?? '';
  const link = `${location.origin}/register?code=${code}`;
  const save = () => {
    const svg = drawing.current?.querySelector('svg');
    if (svg) void savePicture(svg, { title: t(($) => $.promotion.pictureTitle), site, code });
  };
  return (
    <Panel title={t(($) => $.promotion.invite)}>
      <PanelBody>
        <div className={css.invite}>
          <div className={css.fields}>
            <CopyField label={t(($) => $.promotion.code)} text={code} />
            <CopyField label={t(($) => $.promotion.link)} text={link} />
          </div>
          <div className={css.picture}>
            <div ref={drawing}>
              <Qr text={link} label={t(($) => $.promotion.qr)} />
            </div>
            <Button variant="default" onClick={save}>
              {t(($) => $.promotion.picture)}
            </Button>
          </div>
        </div>
      </PanelBody>
    </Panel>
  );
}

function Rules({ waitDays: count }: Pick<Promotion, 'waitDays'>) {
  const { t } = useTranslation();
  const points = [
    t(($) => $.promotion.rules.kept),
    t(($) => $.promotion.rules.most),
    t(($) => $.promotion.rules.person),
    t(($) => $.promotion.rules.when, { count }),
    t(($) => $.promotion.rules.until),
    t(($) => $.promotion.rules.verified),
  ];
  return (
    <Panel title={t(($) => $.promotion.rules.title)}>
      <PanelBody>
        <Points>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </Points>
      </PanelBody>
    </Panel>
  );
}
