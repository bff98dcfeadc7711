import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useTranslation } from 'react-i18next';

const link = (
  <a href="https://db-ip.com" target="_blank" rel="noreferrer noopener">
    DB-IP
  </a>
);

/** Where countries of addresses come from, as the licence of the data asks (decision 0158). */
export function PlaceSource() {
  const { t } = useTranslation();
  return (
    <p>
      <Sentence parts={{ link }}>{(put) => t(($) => $.accountLog.source, put)}</Sentence>
    </p>
  );
}
