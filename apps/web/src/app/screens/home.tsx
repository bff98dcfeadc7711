import { lazy, Suspense, startTransition, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checks } from '../../features/content/checks.tsx';
import { Hero } from '../../features/content/hero.tsx';
import { HomeMarkets } from '../../features/markets/home-markets.tsx';
import { useTitle } from '../../ui/use-title.ts';
import css from './home.module.css';
import { HomeProducts } from './home-products.tsx';

/** Below the rest: it can wait until that is there, and moves nothing. */
const Announcements = lazy(() => import('../../features/content/home-announcements.tsx'));

/** / and /index: what Assay is, this server's public figures, and its markets. */
export default function Home() {
  const { t } = useTranslation();
  useTitle(
    t(($) => $.home.page),
    t(($) => $.home.lead),
  );
  return (
    <>
      <Hero />
      <section className={css.markets} aria-label={t(($) => $.home.markets)}>
        <HomeMarkets />
        <Checks />
      </section>
      <HomeProducts />
      <Later />
    </>
  );
}

/** Not part of the page that the build draws. */
function Later() {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setLater(true)));
    return () => clearTimeout(timer);
  }, []);
  if (!isLater) return null;
  return (
    <Suspense fallback={null}>
      <Announcements />
    </Suspense>
  );
}
