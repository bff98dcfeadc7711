import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './phone.module.css';

interface TradeSheetProps<Side extends string> {
  /** What can be done, in the colours of buying and of selling. */
  sides: readonly { readonly name: Side; readonly tone: 'buy' | 'sell'; readonly text: string }[];
  title: ReactNode;
  opened: boolean;
  onOpen(side: Side): void;
  onClose(): void;
  /** The ticket. */
  children: ReactNode;
}

/** Both sides at the lower edge of the screen, and the ticket that they open. */
export function TradeSheet<Side extends string>(props: TradeSheetProps<Side>) {
  const { sides, title, opened, onOpen, onClose, children } = props;
  return (
    <>
      <div className={css.trade} data-panel="trade">
        {sides.map(({ name, tone, text }) => (
          <Button
            key={name}
            size="lg"
            className={css.side ?? ''}
            data-side={tone}
            aria-haspopup="dialog"
            onClick={() => onOpen(name)}
          >
            {text}
          </Button>
        ))}
      </div>
      <Dialog opened={opened} onClose={onClose} title={title}>
        <div className={css.sheet}>{children}</div>
      </Dialog>
    </>
  );
}
