import { SkipLink } from '@assay/kit/page/skip-link.tsx';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { DeskSkeleton } from '../../desk/layout/desk-skeleton.tsx';
import { Accents } from './accents.tsx';
import { Banners } from './banners.tsx';
import { ScreenBoundary } from './boundary.tsx';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import css from './frame.module.css';
import { Header } from './header.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';
import { StatusBar } from './status-bar.tsx';

export type FrameKind = 'page' | 'workspace' | 'quotes';

interface FrameProps {
  /**
   * A workspace fills the window and keeps only the status line below, that of what is traded at a
   * quote without a book; a page scrolls.
   */
  kind: FrameKind;
  showsPrices: boolean;
  children: ReactNode;
}

/** The frame of every screen: header, banners, the screen as main landmark, footer. */
export function Frame({ kind, showsPrices, children }: FrameProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const main = useNewScreenFocus(pathname);
  const isWorkspace = kind !== 'page';
  return (
    <div className={`${css.page} ${isWorkspace ? css.workspace : ''}`}>
      <Accents />
      <SkipLink text={t(($) => $.shell.skip)} />
      <Header />
      <Banners showsPrices={showsPrices} />
      <main id="main" ref={main} tabIndex={-1} className={css.main}>
        <ScreenBoundary key={pathname}>
          <Suspense
            fallback={
              isWorkspace ? <DeskSkeleton quoted={kind === 'quotes'} /> : <ScreenSkeleton />
            }
          >
            {children}
          </Suspense>
        </ScreenBoundary>
      </main>
      {isWorkspace ? null : <Footer />}
      <StatusBar />
      <Dock workspace={isWorkspace} />
    </div>
  );
}

/** Scrolls a new screen to the top and moves the focus, and so a screen reader, to it. */
function useNewScreenFocus(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
