import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useAddressPart } from '@assay/kit/page/use-address-part.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../lib/data/session.ts';
import { useDesk } from '../context.tsx';
import css from './tables.module.css';

/** The product's tables. Which one is open is in the address, so a link leads back to it. */
export function BottomPanel() {
  const { t } = useTranslation();
  const { tables } = useDesk().product;
  const signedIn = useSession((session) => session.token !== null);
  const [asked, ask] = useAddressPart('tab', tables[0].name);
  const { name, Rows, Tools } = tables.find((table) => table.name === asked) ?? tables[0];
  return (
    <Tabs
      dense
      label={t(($) => $.desk.tabs.label)}
      tabs={tables.map((table) => ({ name: table.name, text: <table.Title /> }))}
      value={name}
      onChange={ask}
      tools={
        signedIn ? (
          <div className={css.tools}>
            <Tools />
          </div>
        ) : null
      }
    >
      {signedIn ? <Rows /> : <Visitor />}
    </Tabs>
  );
}

function Visitor() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      compact
      title={t(($) => $.desk.empty.visitor)}
      action={
        <Button
          size="xs"
          component={Link}
          to={`/login?to=${encodeURIComponent(pathname + search)}`}
        >
          {t(($) => $.shell.account.login)}
        </Button>
      }
    />
  );
}
