import type { ReactNode } from 'react';

/**
 * Text that is written left to right in every language: numbers, dates, pairs, addresses, codes.
 * Without this element an Arabic paragraph would move signs and units to the wrong end.
 */
export function Ltr({
  children,
  className,
  title,
}: {
  children: ReactNode;
  className?: string | undefined;
  title?: string | undefined;
}) {
  return (
    <bdi dir="ltr" className={className} title={title}>
      {children}
    </bdi>
  );
}
