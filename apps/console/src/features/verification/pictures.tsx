import { Panel, PanelBody } from '@assay/kit/display/panel.tsx';
import { Points } from '@assay/kit/display/points.tsx';
import { Callout } from '@assay/kit/feedback/callout.tsx';
import { EmptyState } from '@assay/kit/feedback/states.tsx';
import { IconEye } from '@assay/kit/icons/eye.ts';
import { IconZoomIn } from '@assay/kit/icons/zoom-in.ts';
import { IconZoomOut } from '@assay/kit/icons/zoom-out.ts';
import { IconButton } from '@assay/kit/input/icon-button.tsx';
import type { Slot } from '@assay/modules/verification/rules';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, openPicture } from '../../lib/call.ts';
import { useOperator } from '../../lib/operator.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { lookOf } from './look.ts';
import type { StaffCase } from './use-cases.ts';
import css from './verification.module.css';

const ZOOM_MAX = 4;

/** The pictures of a case. Each is opened by itself, because each look is recorded. */
export function Pictures({ one }: { one: StaffCase }) {
  const { t } = useTranslation();
  const slots = one.photos.map(({ slot }) => slot);
  const look = lookOf(one, useOperator().may);
  const mayOpen = 'reason' in look;
  const { opened, failed, open } = usePictures(one.caseId, mayOpen ? look.reason : 'review');
  const keys = slots.map((slot, at) => [String(at + 1), () => open(slot)]);
  useKeys(mayOpen ? Object.fromEntries(keys) : {});
  return (
    <Panel title={t(($) => $.verification.pictures)}>
      {slots.length === 0 ? (
        <EmptyState compact title={t(($) => $.verification.noPictures)} />
      ) : (
        <PanelBody>
          <p className={css.note}>{t(($) => $.verification[mayOpen ? 'recorded' : look.closed])}</p>
          {failed === '' ? null : <Callout tone="warning">{failed}</Callout>}
          {mayOpen ? (
            slots.map((slot, at) => {
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
            })
          ) : (
            <Points>
              {slots.map((slot) => (
                <li key={slot}>{t(($) => $.verification.fields[slot])}</li>
              ))}
            </Points>
          )}
        </PanelBody>
      )}
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
function usePictures(caseId: number, reason: 'review' | 'secondLook') {
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
      const { ticket } = await call('getDocumentTicket', { caseId, slot, reason });
      const url = await openPicture('openDocument', { ticket });
      made.current.push(url);
      setOpened((known) => ({ ...known, [slot]: url }));
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '');
    }
  };
  return { opened, failed, open };
}
