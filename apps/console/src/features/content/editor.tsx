import { Instant } from '@assay/kit/display/figures.tsx';
import { Panel } from '@assay/kit/display/panel.tsx';
import { Sentence } from '@assay/kit/display/sentence.tsx';
import { Loaded } from '@assay/kit/feedback/states.tsx';
import { Page, PageHead, Stack, TwoColumns } from '@assay/kit/page/page.tsx';
import { Tabs } from '@assay/kit/page/tabs.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useOperator, useStaffNames } from '../../lib/operator.ts';
import css from './content.module.css';
import { LookForm } from './look-form.tsx';
import { PlaceForm } from './place-form.tsx';
import { Publish } from './publish.tsx';
import { TextForm } from './text-form.tsx';
import { type Item, useItem } from './use-item.ts';

/** One item: its texts in every language, where it stands, and its editions. */
export function Editor() {
  const { key = '' } = useParams();
  const query = useItem(key);
  return (
    <Page width="page">
      <Loaded query={query}>{(item) => <Parts item={item} />}</Loaded>
    </Page>
  );
}

function Parts({ item }: { item: Item }) {
  const { t } = useTranslation();
  const { may } = useOperator();
  const { key, kind, draft, languages } = item;
  const first = languages[0] ?? 'en';
  const [language, choose] = useState(first);
  const mayWrite = may('content.prepare');
  const trail = [{ text: t(($) => $.content.title), to: `/content?kind=${kind}` }];
  return (
    <>
      <PageHead title={draft.texts[first]?.title || key} trail={trail} />
      <TwoColumns
        aside={
          <Stack>
            <Publish item={item} />
            {kind === 'site' ? null : <PlaceForm key={item.revision} item={item} />}
            <Editions editions={item.editions} />
          </Stack>
        }
      >
        {kind === 'site' ? (
          <LookForm key={item.revision} item={item} />
        ) : (
          <Panel>
            <Tabs
              label={t(($) => $.content.language)}
              tabs={languages.map((name) => ({ name, text: name.toUpperCase() }))}
              value={language}
              onChange={choose}
            >
              <TextForm
                key={`${language} ${item.revision}`}
                item={item}
                language={language}
                mayWrite={mayWrite}
              />
            </Tabs>
          </Panel>
        )}
      </TwoColumns>
    </>
  );
}

function Editions({ editions }: { editions: Item['editions'] }) {
  const { t } = useTranslation();
  const named = useStaffNames();
  return (
    <Panel title={t(($) => $.content.editions)}>
      <ul className={css.editions}>
        {editions.map(({ number, publishAt, madeBy, withdrawn }) => (
          <li key={number}>
            <Sentence
              parts={{
                number: `${number}`,
                at: <Instant at={publishAt} />,
                name: <bdi>{named(madeBy)}</bdi>,
              }}
            >
              {(put) => t(($) => $.content.edition, put)}
            </Sentence>
            {withdrawn ? ` · ${t(($) => $.content.states.withdrawn)}` : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
