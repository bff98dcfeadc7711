import { type Column, csvColumns } from '@assay/kit/data/columns.ts';
import { csvOf, saveFile } from '@assay/kit/data/csv.ts';
import { toastWarning } from '@assay/kit/feedback/toasts.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed, call } from '../../lib/call.ts';
import type { Entry, LogFilter } from './log-filters.tsx';

const PAGE = 200;
/** What a spreadsheet and the memory of a page bear; a longer time is exported in parts. */
const MOST = 20_000;

/** Saves all that the filters find as a file, page by page. */
export function ExportLog(props: { filter: LogFilter; columns: readonly Column<Entry>[] }) {
  const { filter, columns } = props;
  const { t } = useTranslation();
  const [count, setCount] = useState<number | null>(null);
  const save = async () => {
    const found: Entry[] = [];
    let more = true;
    try {
      while (more && found.length < MOST) {
        setCount(found.length);
        const before = found.at(-1)?.actionId;
        const rest = before === undefined ? {} : { before };
        const page = await call('getOperatorLog', { ...filter, limit: PAGE, ...rest });
        found.push(...page.entries);
        more = page.more;
      }
      const day = new Date().toISOString().slice(0, 10);
      saveFile(`staff-log-${day}.csv`, csvOf(found, csvColumns(columns)));
      if (more) toastWarning(t(($) => $.log.tooMany, { count: found.length }));
    } catch (error) {
      toastWarning((error instanceof CallFailed && error.message) || t(($) => $.log.failed));
    } finally {
      setCount(null);
    }
  };
  return (
    <Button size="xs" variant="default" disabled={count !== null} onClick={() => void save()}>
      {count === null ? t(($) => $.log.export) : t(($) => $.log.exporting, { count })}
    </Button>
  );
}
