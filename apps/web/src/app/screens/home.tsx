import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checks } from '../../features/content/checks.tsx';
import { Hero } from '../../features/content/hero.tsx';
import { HomeMarkets } from '../../features/markets/home-markets.tsx';
import { useTitle } from '../../ui/use-title.ts';
import css from './home.module.css';

/** / and /index: what Assay is, this server's public figures, and its markets. */
export default function Home() {
  const { t } = useTranslation();
  useTitle(
    t(($) => $.home.page),
    t(($) => $.home.lead),
  );
  const [tab, setTab] = useState<'main' | 'gainers'>('main');
  return (
    <>
      <Hero />
      <section className={css.markets} aria-label={t(($) => $.home.markets)}>
        <Tabs value={tab} onChange={(next) => setTab(next === 'gainers' ? next : 'main')}>
          <HomeMarkets tab={tab} />
        </Tabs>
        <Checks />
      </section>
    </>
  );
}
