import { Ltr } from '@assay/kit/display/ltr.tsx';
import { Dialog } from '@assay/kit/feedback/dialog.tsx';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../lib/typing.ts';
import { useDesk } from '../context.tsx';
import type { TicketType } from '../ticket/form.ts';
import css from './hotkeys.module.css';

/** Single letters of the ticket; they do nothing while somebody types. */
export function useHotkeys(onHelp: () => void): void {
  const { ticket, product } = useDesk();
  useEffect(() => {
    const choose = (type: TicketType) => {
      if (product.types.includes(type)) ticket.getState().setType(type);
    };
    const actions: Record<string, () => void> = {
      b: () => ticket.getState().setSide('buy'),
      s: () => ticket.getState().setSide('sell'),
      l: () => choose('limit'),
      m: () => choose('market'),
      '?': onHelp,
    };
    const listener = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key === 'Escape' && target.closest('#ticket')) return target.blur();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
      const action = actions[event.key.toLowerCase()];
      if (action === undefined) return;
      event.preventDefault();
      action();
      if (event.key !== '?') focusTicket();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [ticket, product, onHelp]);
}

/** After a side, a type or a price was chosen the next thing is a number. */
export function focusTicket(): void {
  const fields = document.querySelectorAll<HTMLInputElement>('#ticket input[inputmode="decimal"]');
  const empty = Array.from(fields).find((field) => field.value === '' && !field.dataset.optional);
  requestAnimationFrame(() => (empty ?? fields[0])?.focus());
}

/** What the keys do. */
export function KeysHelp({ opened, close }: { opened: boolean; close(): void }) {
  const { t } = useTranslation();
  const keys: [string[], string][] = [
    [['B', 'S'], t(($) => $.desk.help.sides)],
    [['L', 'M'], t(($) => $.desk.help.types)],
    [['Enter'], t(($) => $.desk.help.send)],
    [['↑', '↓', 'Shift'], t(($) => $.desk.help.step)],
    [['Esc'], t(($) => $.desk.help.leave)],
    [['/', 'Ctrl K'], t(($) => $.desk.help.pair)],
    [['?'], t(($) => $.desk.help.open)],
  ];
  return (
    <Dialog opened={opened} onClose={close} title={t(($) => $.desk.help.title)} size="26rem">
      <dl className={css.keys}>
        {keys.map(([names, text]) => (
          <div key={text} className={css.line}>
            <dt>
              <Ltr>
                {names.map((name) => (
                  <kbd key={name} className={css.key}>
                    {name}
                  </kbd>
                ))}
              </Ltr>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={css.note}>{t(($) => $.desk.help.note)}</p>
    </Dialog>
  );
}
