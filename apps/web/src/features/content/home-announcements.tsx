import { Callout } from '@assay/kit/feedback/callout.tsx';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CallOutput } from '../../lib/api/tables.ts';
import { usePreferences } from '../../lib/data/preferences.ts';
import { api } from '../../lib/data/services.ts';
import css from './content.module.css';
import { Teasers } from './teasers.tsx';
import { useAnnouncements } from './use-content.ts';

const SHOWN = 3;

/** The end of the home page: banners and the latest notices, where there are any. */
export default function HomeAnnouncements() {
  const { t } = useTranslation();
  const language = usePreferences((preferences) => preferences.language);
  const banners = useQuery({
    queryKey: ['banners', language],
    queryFn: ({ signal }) => api.call('getBanner', {}, { signal, quiet: true }),
    staleTime: 300_000,
  }).data?.banners;
  const notices = useAnnouncements('notice').data?.items.slice(0, SHOWN) ?? [];
  if (notices.length === 0 && (banners ?? []).length === 0) return null;
  return (
    <section className={css.announcements} aria-label={t(($) => $.home.announcements)}>
      <header>
        <h2>{t(($) => $.home.announcements)}</h2>
        <Link to="/notice">{t(($) => $.home.allAnnouncements)}</Link>
      </header>
      <div className={css.banners}>
        {(banners ?? []).map((banner) => (
          <Banner key={banner.key} banner={banner} />
        ))}
      </div>
      <Teasers dated items={notices} to={({ key }) => `/notice?id=${key}`} />
    </section>
  );
}

function Banner({ banner }: { banner: CallOutput<'getBanner'>['banners'][number] }) {
  const { t } = useTranslation();
  const { key, title, lead, link } = banner;
  const read = t(($) => $.home.readMore);
  const name = `${read}: ${title}`;
  const action = link.startsWith('https:') ? (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow" aria-label={name}>
      {read}
    </a>
  ) : (
    <Link to={link || `/bannerDetail?id=${key}`} aria-label={name}>
      {read}
    </Link>
  );
  return (
    <Callout title={title} action={action}>
      {lead}
    </Callout>
  );
}
