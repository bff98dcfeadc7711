import { CopyField } from '@assay/kit/display/copy-field.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Qr } from '@assay/kit/display/qr.tsx';
import { Page, PageHead, TwoColumns } from '@assay/kit/page/page.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { useTitle } from '../../ui/use-title.ts';
import { Article, ArticleSkeleton } from './article.tsx';
import css from './content.module.css';
import { useText } from './use-content.ts';

/** What browsers that can install a site hand to it; not in the standard library's types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

/** /downLoad: the site as an app, its address as a code for phones, and how to install it. */
export default function DownloadScreen() {
  const { t } = useTranslation();
  const { data } = useText('download');
  const title = data?.title ?? t(($) => $.content.download.title);
  useTitle(title, data?.lead || undefined);
  return (
    <Page width="page">
      <TwoColumns aside={<Device />}>
        {data === undefined ? (
          <>
            <PageHead title={title} />
            <ArticleSkeleton />
          </>
        ) : (
          <Article text={data} />
        )}
      </TwoColumns>
    </Page>
  );
}

function Device() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['qrcode'],
    queryFn: ({ signal }) => api.call('getQrcode', {}, { signal, quiet: true }),
    staleTime: Infinity,
  });
  return (
    <Panel title={t(($) => $.content.download.scan)}>
      <div className={css.download}>
        {data === undefined ? null : (
          <>
            <Qr text={data.address} label={t(($) => $.content.download.scan)} />
            <CopyField label={t(($) => $.content.download.address)} text={data.address} />
          </>
        )}
        <Install />
      </div>
    </Panel>
  );
}

function Install() {
  const { t } = useTranslation();
  const [event, setEvent] = useState<InstallEvent | null>(null);
  useEffect(() => {
    const keep = (offered: Event) => {
      offered.preventDefault();
      setEvent(offered as InstallEvent);
    };
    addEventListener('beforeinstallprompt', keep);
    return () => removeEventListener('beforeinstallprompt', keep);
  }, []);
  if (matchMedia('(display-mode: standalone)').matches) {
    return <p className={css.note}>{t(($) => $.content.download.installed)}</p>;
  }
  if (event === null) return <p className={css.note}>{t(($) => $.content.download.how)}</p>;
  return (
    <Button onClick={() => void event.prompt().then(() => setEvent(null))}>
      {t(($) => $.content.download.install)}
    </Button>
  );
}
