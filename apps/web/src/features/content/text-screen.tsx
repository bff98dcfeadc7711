import { Page, PageHead } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { useTitle } from '../../ui/use-title.ts';
import { Announcements } from './announcements.tsx';
import { ArticleSkeleton } from './article.tsx';
import { Coins } from './coins.tsx';
import { HelpCentre } from './help-centre.tsx';
import { Teasers } from './teasers.tsx';
import { Text } from './text.tsx';
import { useTexts } from './use-content.ts';

/** Addresses that show one text, whatever else they say. */
const FIXED: Readonly<Record<string, string>> = { '/about': 'about', '/security': 'security' };

/** The text that an address names: /text, /agrt, /about, /security, /helpDetail, /bannerDetail. */
export default function TextScreen() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const id = FIXED[pathname] ?? params.get('id') ?? (pathname === '/agrt' ? '3' : '');
  if (id !== '') return <Text key={id} id={id} />;
  if (pathname === '/helpDetail') return <HelpCentre />;
  if (pathname === '/bannerDetail') return <Announcements />;
  return params.get('kind') === 'coin' ? <Coins /> : <TextList />;
}

/** /text without an id: which texts there are. */
function TextList() {
  const { t } = useTranslation();
  const title = t(($) => $.content.texts.title);
  const lead = t(($) => $.content.texts.lead);
  useTitle(title, lead);
  const { data } = useTexts({ kind: 'text' });
  return (
    <Page width="page">
      <PageHead title={title} lead={lead} />
      {data === undefined ? (
        <ArticleSkeleton />
      ) : (
        <Teasers items={data.items} to={({ key }) => `/text?id=${key}`} />
      )}
    </Page>
  );
}
