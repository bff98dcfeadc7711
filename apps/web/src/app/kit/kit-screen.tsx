import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { SideNav } from '@assay/kit/page/side-nav.tsx';
import { Button, useDirection } from '@mantine/core';
import i18next from 'i18next';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { DataParts } from './data-parts.tsx';
import { DisplayParts } from './display-parts.tsx';
import { FeedbackParts } from './feedback-parts.tsx';
import { InputParts } from './input-parts.tsx';
import css from './kit-screen.module.css';
import { PageParts } from './page-parts.tsx';
import { lengthen, SampleWords, wordsOf } from './samples.ts';

/** /kit: every part in its states, as the address asks for theme, direction and long texts. */
export default function KitScreen() {
  const [params] = useSearchParams();
  const long = params.get('texts') === 'long';
  const w = wordsOf(long);
  useTitle(w.title);
  useLook(params.get('theme'), params.get('dir'));
  useLongTexts(long);
  const groups = [
    {
      title: w.assets,
      links: [
        { to: '/kit', text: w.overview },
        { to: '/kit/history', text: w.history },
      ],
    },
    { title: w.account, links: [{ to: '/kit/security', text: w.security }] },
  ];
  return (
    <SampleWords value={w}>
      <Page side={<SideNav label={w.areas} groups={groups} />}>
        <PageHead
          trail={[
            { text: w.assets, to: '/asset' },
            { text: w.overview, to: '/kit' },
          ]}
          title={w.title}
          lead={w.lead}
          actions={
            <>
              <Button variant="default">{w.other}</Button>
              <Button>{w.action}</Button>
            </>
          }
        />
        <h2 className={css.section}>{w.page}</h2>
        <PageParts />
        <h2 className={css.section}>{w.data}</h2>
        <DataParts />
        <h2 className={css.section}>{w.input}</h2>
        <InputParts />
        <h2 className={css.section}>{w.display}</h2>
        <DisplayParts />
        <h2 className={css.section}>{w.feedback}</h2>
        <FeedbackParts />
      </Page>
    </SampleWords>
  );
}

/** Theme and direction of this page only: nothing of it is kept. */
function useLook(theme: string | null, dir: string | null): void {
  const { setDirection } = useDirection();
  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'light' || theme === 'dark') root.dataset.mantineColorScheme = theme;
    if (dir !== 'rtl' && dir !== 'ltr') return;
    root.dir = dir;
    setDirection(dir);
  }, [theme, dir, setDirection]);
}

const LONG = 'long';

/** The catalogue's texts, lengthened like those of the samples. */
function useLongTexts(long: boolean): void {
  useEffect(() => {
    if (!long) return;
    const { postProcess } = i18next.options;
    i18next.use({ type: 'postProcessor', name: LONG, process: lengthen });
    i18next.options.postProcess = [...(Array.isArray(postProcess) ? postProcess : []), LONG];
    void i18next.changeLanguage(i18next.language);
    return () => {
      i18next.options.postProcess = postProcess ?? [];
      void i18next.changeLanguage(i18next.language);
    };
  }, [long]);
}
