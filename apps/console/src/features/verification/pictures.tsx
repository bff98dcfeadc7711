import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import type { Slot } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { IconEye, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, openPicture } from '../../lib/call.ts';
import { useKeys } from '../../lib/use-keys.ts';
import type { StaffCase } from './use-cases.ts';
import css from './verification.module.css';

const ZOOM_MAX = 4;

/** The pictures of a case. Each is opened by itself, because each look is recorded. */
export function Pictures({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  const slots = one.photos.map(({ slot }) => slot);
  const { opened, failed, open } = usePictures(one.caseId);
  useKeys(Object.fromEntries(slots.map((slot, at) => [String(at + 1), () => open(slot)])));
  if (slots.length === 0) {
    return (
      <Panel title={t(($) => $.verification.pictures)}>
        <EmptyState compact title={t(($) => $.verification.noPictures)} />
      </Panel>
    );
  }
  return (
    <Panel title={t(($) => $.verification.pictures)}>
      <PanelBody>
        <p className={css.note}>{t(($) => $.verification.recorded)}</p>
        {failed === '' ? null : <Callout tone="warning">{failed}</Callout>}
        {slots.map((slot, at) => {
          const url = opened[slot];
          return url === undefined ? (
            <Button
              key={slot}
              variant="default"
              leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => open(slot)}
            >
              {t(($) => $.verification.open, {
                name: t(($) => $.verification.fields[slot]),
                key: at + 1,
              })}
            </Button>
          ) : (
            <Picture key={slot} slot={slot} url={url} />
          );
        })}
      </PanelBody>
    </Panel>
  );
}

function Picture({ slot, url }: { slot: Slot; url: string }) {
  const { t } = useTranslation();
  const [zoom, setZoom] = useState(1);
  const name = t(($) => $.verification.fields[slot]);
  const closer = () => setZoom((now) => Math.min(ZOOM_MAX, now + 0.5));
  const further = () => setZoom((now) => Math.max(1, now - 0.5));
  useKeys({ '+': closer, '-': further });
  return (
    <figure className={css.picture}>
      <figcaption className={css.tools}>
        {name}
        <span>
          <IconButton label={t(($) => $.verification.further)} onClick={further}>
            <IconZoomOut size={18} stroke={1.5} aria-hidden="true" />
          </IconButton>
          <IconButton label={t(($) => $.verification.closer)} onClick={closer}>
            <IconZoomIn size={18} stroke={1.5} aria-hidden="true" />
          </IconButton>
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={css.frame} tabIndex={0} aria-label={name}>
        <img src={url} alt={name} style={{ inlineSize: `${zoom * 100}%` }} />
      </section>
    </figure>
  );
}

/** Pictures that were opened, as addresses that only this page knows. */
function usePictures(caseId: number) {
  const [opened, setOpened] = useState<Readonly<Partial<Record<Slot, string>>>>({});
  const [failed, setFailed] = useState('');
  const made = useRef<string[]>([]);
  useEffect(() => {
    const urls = made.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);
  const open = async (slot: Slot) => {
    if (opened[slot] !== undefined) return;
    try {
      const { ticket } = await call('getDocumentTicket', { caseId, slot, reason: 'review' });
      const url = await openPicture('openDocument', { ticket });
      made.current.push(url);
      setOpened((known) => ({ ...known, [slot]: url }));
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '');
    }
  };
  return { opened, failed, open };
}
