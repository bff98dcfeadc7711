import { Sentence } from '@assay/kit/display/sentence.tsx';
import { useTranslation } from 'react-i18next';

/** A name, the same in every language. */
const SOURCE = 'DB-IP';

const link = (
  <a href="https://db-ip.com" target="_blank" rel="noreferrer noopener">
    {SOURCE}
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
