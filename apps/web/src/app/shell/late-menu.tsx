import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  Suspense,
  useState,
} from 'react';

export type Trigger = ReactElement<ComponentProps<'button'>>;

interface OpenedProps {
  trigger: Trigger;
}

type Load = () => Promise<{ default: ComponentType<OpenedProps> }>;

/**
 * A menu of the header: a button, and what it opens. Few visits open one, so that code comes when
 * the pointer or the focus is on the button.
 */
export function lateMenu(load: Load): ComponentType<OpenedProps> {
  const Opened = lazy(load);
  return ({ trigger }) => <Late trigger={trigger} Opened={Opened} load={load} />;
}

function Late(props: OpenedProps & { Opened: ComponentType<OpenedProps>; load: Load }) {
  const { trigger, Opened, load } = props;
  const [wanted, setWanted] = useState(false);
  const soon = () => void load().catch(() => undefined);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: soon,
    onFocus: soon,
  });
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <Opened trigger={trigger} />
    </Suspense>
  );
}
