import { lazy, Suspense } from 'react';
import css from './qr.module.css';

const Code = lazy(async () => {
  const { QRCodeSVG } = await import('qrcode.react');
  return { default: QRCodeSVG };
});

interface QrProps {
  /** What a camera reads. */
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  size?: number;
}

/** A QR code: dark on light in both themes, because some readers need it. */
export function Qr({ text, label, size = 160 }: QrProps) {
  return (
    <div className={css.qr}>
      <div className={css.code} style={{ inlineSize: size, blockSize: size }}>
        <Suspense fallback={null}>
          <Code
            value={text}
            title={label}
            size={size}
            level="M"
            bgColor="transparent"
            fgColor="currentColor"
          />
        </Suspense>
      </div>
    </div>
  );
}
