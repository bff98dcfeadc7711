import { Badge } from '@assay/kit/display/badge.tsx';
import { Label, Panel } from '@assay/kit/display/panel.tsx';
import { IconFlask } from '@assay/kit/icons/flask.ts';
import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useRealm } from '../lib/data/session.ts';
import { usePractise } from '../lib/data/use-practise.ts';
import { useTitle } from '../ui/use-title.ts';
import css from './coming.module.css';
import type { en } from './locales/en.ts';

/** A screen of the product that is not built yet; its text is in the catalogue under this name. */
export type ComingScreen = keyof (typeof en)['coming']['screens'];

/** Says what the screen will offer and that it is not open yet: no form, no promise, no date. */
export function Coming({ screen }: { screen: ComingScreen }) {
  const { t } = useTranslation();
  const title = t(($) => $.coming.screens[screen].title);
  useTitle(
    title,
    t(($) => $.coming.screens[screen].text),
  );
  const points = [
    t(($) => $.coming.screens[screen].first),
    t(($) => $.coming.screens[screen].second),
    t(($) => $.coming.screens[screen].third),
  ];
  return (
    <Page width="page">
      <PageHead
        title={title}
        lead={t(($) => $.coming.screens[screen].text)}
        actions={<Badge tone="accent">{t(($) => $.coming.badge)}</Badge>}
      />
      <Panel title={t(($) => $.coming.what)}>
        <ol className={css.points}>
          {points.map((point, i) => (
            <li key={point}>
              <span className={css.number} aria-hidden="true">
                {i + 1}
              </span>
              {point}
            </li>
          ))}
        </ol>
      </Panel>
      <p className={css.honest}>{t(($) => $.coming.honest)}</p>
      <Meanwhile />
    </Page>
  );
}

function Meanwhile() {
  const { t } = useTranslation();
  const demo = useRealm() === 'demo';
  const { busy, practise } = usePractise();
  return (
    <section>
      <Label>{t(($) => $.coming.meanwhile)}</Label>
      <div className={css.buttons}>
        <Button component={Link} to="/deal">
          {t(($) => $.coming.spot)}
        </Button>
        <Button component={Link} to="/market" variant="default">
          {t(($) => $.coming.market)}
        </Button>
        {demo ? null : (
          <Button
            variant="default"
            leftSection={<IconFlask size={16} stroke={1.5} aria-hidden="true" />}
            loading={busy}
            onClick={practise}
          >
            {t(($) => $.coming.virtual)}
          </Button>
        )}
      </div>
    </section>
  );
}
