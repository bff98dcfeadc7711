import { Badge } from '@assay/kit/display/badge.tsx';
import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Failure, Skeleton } from '@assay/kit/feedback/states.tsx';
import { Upload } from '@assay/kit/input/upload.tsx';
import { Grid, Stack } from '@assay/kit/page/page.tsx';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/data/services.ts';
import { type DocumentKind, useDocuments, useRenew } from './use-loans.ts';

/** As modules/loans takes them. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png'] as const;
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024 - 1;

/** The pictures that an application takes: each stands until it is replaced. */
export function Documents() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useDocuments();
  const renew = useRenew();
  const send = async (kind: DocumentKind, file: File, onProgress: (share: number) => void) => {
    const how = { file, onProgress, quiet: true };
    await api.call('uploadLoanDocument', { kind, fileName: file.name }, how);
    await renew();
  };
  if (data === undefined && isError) return <Failure onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height="12rem" />;
  return (
    <Panel title={t(($) => $.loans.documents)}>
      <PanelBody>
        <Stack>
          <p>{t(($) => $.loans.documentsText)}</p>
          <Grid least="11rem">
            {data.needed.map((kind) => {
              const sent = data.documents.find((one) => one.kind === kind);
              return (
                <div key={kind}>
                  <Upload
                    camera
                    label={t(($) => $.loans.kinds[kind])}
                    rule={t(($) => $.loans.pictureRule)}
                    accept={PICTURE_TYPES}
                    maxBytes={PICTURE_MAX_BYTES}
                    send={(file, onProgress) => send(kind, file, onProgress)}
                  />
                  {sent === undefined ? null : (
                    <Badge tone="good">
                      <Sentence parts={{ at: <Instant at={sent.sentAt} /> }}>
                        {(put) => t(($) => $.loans.sent, put)}
                      </Sentence>
                    </Badge>
                  )}
                </div>
              );
            })}
          </Grid>
        </Stack>
      </PanelBody>
    </Panel>
  );
}
